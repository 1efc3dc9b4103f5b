import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLogs, scanLine, OUTPUT } from './scan-logs';

const leaks: [string, string][] = [
  ['a password', '{"msg":"sign-in failed","given":"correct horse battery"}'],
  ['a number in E.164 format', '{"msg":"text sent","to":"+14155550123"}'],
  ['a number in national format', 'a form came from (415) 555-0123'],
  ['the digits of a number', 'to=4155550123'],
  ['an email address', 'no such user ann.lee@acme.example'],
  ['a name', '{"lead":{"fullName":"Ann Lee"}}'],
  ['a message that could not be sent', '{"service":"workflows","body":"New lead: Ann Lee","msg":"could not be sent"}'],
  ['a number in a printed message', '{"service":"workflows","to":"+14155550123","body":"Hi","msg":"text"}'],
  ['a message', '{"body":"Still interested?"}'],
  ['data of the access matrix tests', '{"headline":"mark0a1b2c3d"}'],
  ['a hash', 'invalid hash $argon2id$v=19$m=19456'],
  ['a session', 'cookie: client_session=pX3kq0-aa9Zz'],
  ['a session over https', 'cookie: __Host-admin_session=pX3kq0-aa9Zz'],
  ['a service token', 'authorization: Bearer 0123456789abcdef'],
  ['an API key', `wrong key apikey_${'aZ0_-'.repeat(8)}abc`],
  ['a webhook secret', 'signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a signed upload URL', 'PUT /objects/upload/1?expires=1&signature=0123456789abcdef'],
  ['a signed upload URL of a bucket', 'https://storage.googleapis.com/b/o?X-Goog-Signature=0123456789abcdef'],
  ['a signed upload URL of S3', 'https://b.s3.eu-central-1.amazonaws.com/o?a=1&X-Amz-Signature=0123456789abcdef'],
  ['a database password', 'cannot reach postgres://app:hunter2@db:5432/dripline'],
  ['a value that the launcher masked', '{"authorization":"***"}'],
];

test.each(leaks)('finds %s', (_, line) => {
  expect(scanLine(line)).not.toEqual([]);
});

test.each([
  [
    '{"level":30,"time":"2026-11-22T07:45:22.749Z","service":"graphql","requestId":"ba4c699a-a30c-404c-90b1-c57bfea4ae1c","msg":"listening","port":4155}',
  ],
  ['{"level":40,"phone":"•••23","email":"•••@•••","msg":"a message was rejected"}'],
  ['{"level":30,"service":"workflows","to":"•••00","body":"New lead: Ann Lee, Spring","msg":"text"}'],
  [
    'WARN Activity not found on completion details=b"\\x08\\x05\\x12\\n@type.googleapis.com/temporal.api.errordetails.v1.NotFoundFailure"',
  ],
  ['    at /app/node_modules/@apollo/server/src/requestPipeline.ts:576:31'],
  [`a worker called 4155@${hostname()}`],
  ['postgres://localhost/dripline and postgres://app@db/dripline name no password'],
])('finds nothing in %s', (line) => {
  expect(scanLine(line)).toEqual([]);
});

describe('scanning a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  // Deletes the test data, because it would be found by the scan of the current test run.
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const found = () => scanLogs(folder).map(({ file, line, kind }) => [file.slice(folder.length + 1), line, kind]);

  test('returns the file and the line for logs of services, and ignores the output of tests', () => {
    write('tmp/stack/logs/graphql.log', '{"msg":"listening"}\n{"msg":"to +14155550123"}\n');
    write('tmp/stack/postgres/base/1', '+14155550123');
    write('tmp/child-worker-1.log', 'Ann Lee\n');
    write(OUTPUT, '  ✓ refuses ann@acme.example\n{"level":50,"service":"graphql","msg":"ann@acme.example"}\n');
    expect(found().sort()).toEqual([
      [OUTPUT, 2, 'an email address'],
      ['tmp/child-worker-1.log', 1, '‘Ann Lee’'],
      ['tmp/stack/logs/graphql.log', 2, 'a phone number'],
    ]);
  });

  test('finds the generated secrets of a stack', () => {
    write(
      'tmp/other/secrets.json',
      JSON.stringify({
        workerToken: 'f00d'.repeat(8),
        sessionSecret: 'beef'.repeat(8),
        postgresPassword: 'cafe'.repeat(8),
      }),
    );
    write('tmp/other/logs/web.log', `{"msg":"it is ${'beef'.repeat(8)}"}\n`);
    expect(found()).toContainEqual(['tmp/other/logs/web.log', 1, `‘${'beef'.repeat(8)}’`]);
  });

  test('scans Temporal databases', () => {
    write('tmp/stack/temporal.db', `\u0000\u0001{"input":{"to":"+14155550123"}}\u0002`);
    expect(found()).toContainEqual(['tmp/stack/temporal.db', 0, 'a phone number: +14155550123']);
  });
});
