import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readEnv } from '@dripline/launcher/env';
import { root } from '@dripline/launcher/paths';
import { skip, skipCommand } from './skip';

const skipped = { check: 'Tests of the chart', needs: 'go', reason: 'Helm was not found. Install Go.' } as const;
const folder = () => mkdtempSync(join(tmpdir(), 'dripline-skip-'));

beforeEach(() => jest.spyOn(console, 'log').mockImplementation());
afterEach(() => jest.restoreAllMocks());

test('a check that lacks a tool is skipped, recorded with the reason, and ends a command with code 3', () => {
  const file = join(folder(), 'skipped');
  const env = readEnv({ CI_SKIPPED_FILE: file });
  skip(env, skipped);
  expect(skipCommand(env, { ...skipped, check: 'The smoke test' })).toMatchObject({ message: '', exitCode: 3 });
  expect(readFileSync(file, 'utf8')).toBe(
    'Tests of the chart: Helm was not found. Install Go.\nThe smoke test: Helm was not found. Install Go.\n',
  );
});

test('CI_STRICT turns a skip into a failure that names the tool, unless CI_MAY_SKIP lists what is missing', () => {
  expect(() => skip(readEnv({ CI_STRICT: '1', CI_MAY_SKIP: 'java,python' }), skipped)).toThrow(
    'Tests of the chart: Helm was not found. Install Go. CI_STRICT does not permit this, because CI_MAY_SKIP does not list go.',
  );
  expect(() => skip(readEnv({ CI_STRICT: '1', CI_MAY_SKIP: 'java,go' }), skipped)).not.toThrow();
});

test.each([
  [{ CI_STRICT: 'yes' }, 'CI_STRICT: must be 1 or empty.'],
  [{ CI_MAY_SKIP: 'go,golang' }, /^CI_MAY_SKIP.*: must be a list such as go,java of: go, python,/],
])('the settings %j are rejected', (variables, message) => {
  expect(() => readEnv(variables)).toThrow(message);
});

describe('.ci/run', () => {
  /** Runs the script with an npm whose scripts run `commands`. */
  function runWith(commands: string) {
    const clone = folder();
    mkdirSync(join(clone, 'bin'));
    cpSync(join(root, '.ci'), join(clone, '.ci'), { recursive: true });
    writeFileSync(join(clone, 'bin/npm'), `#!/bin/sh\necho "$*" >> npm.log\ncase "$*" in\n${commands}\nesac\n`);
    chmodSync(join(clone, 'bin/npm'), 0o755);
    const env = { ...process.env, PATH: `${join(clone, 'bin')}${delimiter}${process.env['PATH']}` };
    const { stdout, status } = spawnSync(join(clone, '.ci/run'), { encoding: 'utf8', env });
    return { lines: stdout.trim().split('\n'), status, ran: readFileSync(join(clone, 'npm.log'), 'utf8') };
  }
  const recordSkip = 'echo "Images: no builder" >> "$CI_SKIPPED_FILE"';

  it('continues after skipped commands, requires tools, and ends with the result of npm test', () => {
    const { lines, status, ran } = runWith(`
      *check) ${recordSkip};; *images) exit 3;;
      *test) cat "$CI_SKIPPED_FILE"; echo "$CI_STRICT $CI_MAY_SKIP"; echo "5 passed, 0 failed";;`);
    expect(status).toBe(0);
    expect(ran.match(/[\w:]+$/gm)).toEqual(['check', 'fuzz', 'clients', 'test:upgrade', 'cluster', 'images', 'test']);
    expect(lines.slice(-3)).toEqual([
      'Images: no builder',
      expect.stringMatching(/^1 buildah,node-image,/),
      '5 passed, 0 failed',
    ]);
    expect(() => readEnv({ CI_MAY_SKIP: lines.at(-2)!.slice(2) })).not.toThrow();
  });

  it.each(['check', 'fuzz', 'images'])('ends with what was skipped and a failure if %s fails', (part) => {
    const { lines, status } = runWith(`*${part}) ${recordSkip}; exit 1;;`);
    expect([status, lines]).toEqual([1, ['Skipped:', '  Images: no builder', '0 passed, 1 failed']]);
  });
});

test('npm test fails before it runs a test if a required tool is missing, and its last line is the result', () => {
  const variables = {
    ...process.env,
    CI_STRICT: '1',
    CI_MAY_SKIP: '',
    HELM_PATH: '/nowhere/helm',
    CI_SKIPPED_FILE: '',
  };
  const result = spawnSync(process.execPath, [join(root, 'tests/dist/runner/main.js'), 'test', 'no-such-test'], {
    encoding: 'utf8',
    env: variables,
  });
  expect([result.status, result.stdout.trim().split('\n').at(-1)]).toEqual([1, '0 passed, 1 failed']);
  expect(result.stderr).toContain('CI_STRICT does not permit this');
});
