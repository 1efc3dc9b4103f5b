import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

const configs = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

/** Groups of TypeScript projects that are compiled together, with the projects that they reference. */
const product = {
  name: 'product',
  label: 'Compiling the services',
  projects: ['graphql', 'rest-facade', 'workflows', 'launcher'].map((name) => `services/${name}`),
  sources: ['services'],
};
const everything = {
  name: 'everything',
  label: 'Compiling services, tests and tools',
  projects: ['services/twilio-emulator', 'tools', 'tests', 'bench', ...product.projects],
  sources: ['services', 'tools', 'tests', 'bench'],
};

/**
 * Browser bundles: the workspace whose build script builds the bundle, its sources, and
 * a file that exists after the build.
 */
const bundles = [
  {
    name: 'web',
    label: 'Building the web app',
    workspace: 'web',
    sources: ['web', 'services/contract/src', 'services/runtime/src'],
    output: 'web/dist/server/main.js',
  },
  {
    name: 'playground',
    label: 'Building GraphiQL',
    workspace: 'services/graphql',
    sources: ['services/graphql/playground', 'services/graphql/package.json'],
    output: 'services/graphql/dist/playground/index.html',
  },
];

/** Compiles the services and builds the browser bundles if their sources changed or their output is missing. */
export const buildProduct = (root) => buildIfChanged(root, product);

/** Like `buildProduct`, and also compiles tests, tools and benchmarks. */
export const buildAll = (root) => buildIfChanged(root, everything);

/** Builds everything, even if nothing changed. */
export async function buildAndRebuild(root) {
  await compile(root, everything, ['--force']);
  for (const bundle of bundles) await build(root, bundle);
}

/**
 * Generates the schema from the server's classes and the typed documents from schema and
 * operations, and compiles the result.
 */
export async function codegen(root) {
  // The first compilation may fail because code uses documents that are not generated yet. The second one must succeed.
  await compile(root, everything).catch(() => undefined);
  await run('Emitting the GraphQL schema', 'node', ['services/graphql/dist/api/emit-schema.js'], root);
  await run('Generating typed documents', 'node', ['tools/codegen.mjs', ...process.argv.slice(3)], root);
  await compile(root, everything);
}

async function buildIfChanged(root, group) {
  const missing = group.projects.some((project) => !existsSync(join(root, project, 'dist')));
  if (missing || hasChanged(root, group)) await compile(root, group, missing ? ['--force'] : []);
  for (const bundle of bundles) {
    if (hasChanged(root, bundle) || !existsSync(join(root, bundle.output))) await build(root, bundle);
  }
}

async function compile(root, group, flags = []) {
  const hash = hashOf(root, group);
  await run(group.label, 'node', ['node_modules/typescript/bin/tsc', '-b', ...flags, ...group.projects], root);
  writeStamp(root, group, hash);
}

async function build(root, bundle) {
  const hash = hashOf(root, bundle);
  // With another NODE_ENV, Vite builds a bundle for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(bundle.label, 'npm', ['run', 'build', '-w', bundle.workspace], root, env);
  writeStamp(root, bundle, hash);
}

const stampFile = (root) => join(root, 'node_modules/.cache/dripline/build.json');
const hashOf = (root, { sources }) => hashSources(root, [...configs, ...sources]);
const hasChanged = (root, target) => readStamps(stampFile(root))[target.name] !== hashOf(root, target);
const writeStamp = (root, { name }, hash) =>
  writeStamps(stampFile(root), { ...readStamps(stampFile(root)), [name]: hash });
