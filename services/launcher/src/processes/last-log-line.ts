interface LogRecord {
  msg?: string;
  err?: { message?: string };
}

/** Of a program's last lines, the one that most likely says why it ended: no stack, no runtime's signature; of a JSON record, its message. */
export function lastWords(lines: string[]): string {
  const line = lines.findLast((candidate) => /^\S/.test(candidate) && !/^(Node\.js v|[}\])^])/.test(candidate));
  return line === undefined ? 'it said nothing' : messageOf(line);
}

function messageOf(line: string): string {
  try {
    const record = JSON.parse(line) as LogRecord;
    return record.err?.message ?? record.msg ?? line;
  } catch {
    return line;
  }
}
