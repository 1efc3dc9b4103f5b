interface LogRecord {
  msg?: string;
  err?: { message?: string };
}

/**
 * Returns the last line that most likely explains why a program ended. Skips stack traces, and
 * reduces JSON records to their message.
 */
export function lastLogLine(lines: string[]): string {
  const line = lines.findLast((candidate) => /^\S/.test(candidate) && !/^(Node\.js v|[}\])^])/.test(candidate));
  return line === undefined ? 'no output' : messageOf(line);
}

function messageOf(line: string): string {
  try {
    const record = JSON.parse(line) as LogRecord;
    return record.err?.message ?? record.msg ?? line;
  } catch {
    return line;
  }
}
