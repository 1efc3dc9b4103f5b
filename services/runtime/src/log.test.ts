import { createLog } from './log';

/** Returns the line that a service writes. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('graphql', { write: (line) => void (text += line) }));
  return text;
}

const forged = 'no\r\n{"level":30,"service":"graphql","msg":"admin signed in"}\u2028\u0085\u001b[2J';

test('logged input cannot start a new log line', () => {
  const text = written((log) => log.warn({ operation: forged, nested: { [forged]: forged } }, forged));
  expect(text.split(/\r\n|[\n\r]/)).toEqual([expect.any(String), '']);
  expect(text).not.toContain('\u001b');
  expect(JSON.parse(text)).toMatchObject({ level: 40, service: 'graphql', msg: forged, operation: forged });
});

test('a logged error stays on one line with its stack', () => {
  const text = written((log) => log.error({ err: new Error(forged) }, 'a request failed'));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
});

test('values under the names of secret and personal fields are redacted', () => {
  const text = written((log) =>
    log.info(
      {
        password: 'p4ss',
        user: { phone: '+14155550123', email: 'ann@acme.example' },
        headers: { cookie: 'c00kie', authorization: 'Bearer t0ken' },
      },
      'x',
    ),
  );
  for (const value of ['p4ss', '4155550123', 'acme.example', 'c00kie', 't0ken']) expect(text).not.toContain(value);
});
