import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { runStep } from '@dripline/launcher/processes/run-step';
import { signIn } from '@dripline/launcher/rest-client';
import { requirePythonPackage, type PythonPackage } from '@dripline/tools/install/install-python-package';
import { launchForCommand } from '../harness/launch';
import { type ApiDescription, operationsOf } from '../rest-contract/api-description';
import { runApolloStory } from './apollo/story';
import { runGraphqlSseStory } from './graphql-sse/story';

const admin = { username: 'admin', password: 'a password for the generated clients' };
const check = 'The test with generated clients';
const stories = join(root, 'tests/clients');
const pythonPackage = (name: string, version: string, extra?: string): PythonPackage => ({
  ...{ name, version, extra },
  constraints: join(stories, name, 'constraints.txt'),
});
const openapiPythonClient = pythonPackage('openapi-python-client', '0.29.1');
const gql = pythonPackage('gql', '4.4.0', 'httpx');

/**
 * `npm run clients`: generates clients from the API's descriptions with the generators that others use, and drives the
 * running API through them.
 */
export const clients: Command = async ({ env, signal, cleanup }) => {
  const generator = await requirePythonPackage(check, openapiPythonClient, env, signal);
  const gqlFolder = await requirePythonPackage(check, gql, env, signal);
  const { origin, dataDir: folder } = await launchForCommand(cleanup, admin);
  const { call } = await signIn(origin, '/api/auth/login', admin);
  const key = { name: 'Generated clients', scopes: ['read_all', 'write_all'] };
  const { token } = await call<{ token: string }>('POST', '/api/admin/api-keys', key);
  const description = join(folder, 'openapi.json');
  const api = await call<ApiDescription>('GET', '/api/openapi.json');
  writeFileSync(description, JSON.stringify(api));

  const run = (name: string, command: string, args: string[], variables: Record<string, string> = {}) =>
    runStep({ name, command, args, env: { ...childEnv(env.variables, []), ...variables }, cwd: folder }, { signal });
  const access = {
    ORIGIN: origin,
    TOKEN: token,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    PYTHONPATH: folder,
  };

  const runOpenapiFetch = async () => {
    // Inside the workspace, so that the compiler finds its packages.
    const fetchFolder = join(root, 'tests/dist/clients/openapi-fetch');
    cpSync(join(stories, 'openapi-fetch'), fetchFolder, { recursive: true });
    const types = join(fetchFolder, 'api.d.ts');
    await run('Generating types', process.execPath, [programOf('openapi-typescript'), description, '-o', types]);
    await run('Compiling the story', process.execPath, [programOf('typescript', 'tsc'), '-p', fetchFolder]);
    const { run: runStory } = createRequire(__filename)(join(fetchFolder, 'story.js')) as {
      run(story: object): Promise<void>;
    };
    await runStory({ origin, token, admin });
  };
  const runOpenapiPythonClient = async () => {
    const options = [
      'generate',
      '--path',
      description,
      '--output-path',
      join(folder, 'dripline_api'),
      '--meta',
      'none',
    ];
    // It formats the code with ruff.
    const PATH = `${generator}:${env.PATH}`;
    await run('Generating a client', join(generator, 'openapi-python-client'), options, { PATH });
    // It only warns of an operation that it cannot generate.
    const modules = readdirSync(join(folder, 'dripline_api/api'), { recursive: true, encoding: 'utf8' });
    const generated = modules.filter((file) => /\/(?!__)\w+\.py$/.test(file));
    assert.equal(generated.length, operationsOf(api).length, 'The generated client lacks operations.');
    await run(
      'Running the story',
      join(generator, 'python'),
      [join(stories, 'openapi-python-client/story.py')],
      access,
    );
  };
  const runGql = () => run('Running the story', join(gqlFolder, 'python'), [join(stories, 'gql/story.py')], access);

  const all: [name: string, story: () => Promise<void>][] = [
    ['openapi-typescript with openapi-fetch', runOpenapiFetch],
    ['openapi-python-client', runOpenapiPythonClient],
    ['gql', runGql],
    ['Apollo Client', () => runApolloStory({ origin, token })],
    ['graphql-sse', () => runGraphqlSseStory({ origin, token })],
  ];
  const failed: string[] = [];
  for (const [name, story] of all) {
    console.log(`\n${name}…`);
    try {
      await story();
      console.log(`passed  ${name}`);
    } catch (error) {
      signal.throwIfAborted();
      console.log(error instanceof Error ? error.message : String(error));
      console.log(`failed  ${name}`);
      failed.push(name);
    }
  }
  if (failed.length > 0) throw new Failure(`The API failed with ${failed.join(', ')}.`);
};

/** Returns the path of a program of a package. */
function programOf(packageName: string, program = packageName): string {
  const require = createRequire(__filename);
  const description = require.resolve(`${packageName}/package.json`);
  const { bin } = require(description) as { bin: string | Record<string, string> };
  return join(dirname(description), typeof bin === 'string' ? bin : bin[program]!);
}
