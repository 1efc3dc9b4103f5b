import { createLog } from './log';

/** What a service writes when it logs this. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('graphql', { write: (line) => void (text += line) }));
  return text;
}

const forged = 'no\r\n{"level":30,"service":"graphql","msg":"admin signed in"}\u2028\u0085\u001b[2J';

test('what somebody sends cannot begin a line of its own', () => {
  const text = written((log) => log.warn({ operation: forged, nested: { [forged]: forged } }, forged));
  expect(text.split(/\r\n|[\n\r]/)).toEqual([expect.any(String), '']);
  expect(text).not.toContain('\u001b');
  expect(JSON.parse(text)).toMatchObject({ level: 40, service: 'graphql', msg: forged, operation: forged });
});

test('an error keeps to its line too, with its stack', () => {
  const text = written((log) => log.error({ err: new Error(forged) }, 'a request failed'));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
});

test('names of what is secret or personal are enough to hide it', () => {
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
