import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

const configs = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

/** What is built for browsers by a workspace's own build script: from which sources, and a file that is there once it is done. */
const bundles = [
  {
    name: 'web',
    label: 'Building the web app',
    workspace: 'web',
    sources: ['web', 'services/contract/src'],
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

/** Compiles the services, then bundles what browsers get; each only where its sources changed or its output is gone. */
export async function build(root) {
  await compileIfChanged(root);
  for (const each of bundles) await bundleIfChanged(root, each);
}

/** The same, whatever the stamps say. */
export async function buildAll(root) {
  await compile(root, ['--force']);
  for (const each of bundles) await bundle(root, each);
}

/** Emits the schema from the server's classes, then the typed documents from schema and operations, and compiles what that changed. */
export async function codegen(root) {
  // What already uses a document that is yet to be generated cannot compile before it is; the second time it must.
  await compile(root).catch(() => undefined);
  await run('Emitting the GraphQL schema', 'node', ['services/graphql/dist/emit-schema.js'], root);
  await run('Generating typed documents', 'node', ['services/contract/codegen.mjs'], root);
  await compile(root);
}

async function compileIfChanged(root) {
  const { name, hash } = compileStamp(root);
  const missing = compiledServices(root).some((service) => !existsSync(join(root, 'services', service, 'dist')));
  if (readStamps(stampFile(root))[name] !== hash || missing) await compile(root, missing ? ['--force'] : []);
}

async function bundleIfChanged(root, each) {
  const { name, hash } = bundleStamp(root, each);
  if (readStamps(stampFile(root))[name] !== hash || !existsSync(join(root, each.output))) await bundle(root, each);
}

async function compile(root, flags = []) {
  const stamp = compileStamp(root);
  const projects = existsSync(join(root, 'tsconfig.json'))
    ? []
    : compiledServices(root).map((service) => `services/${service}`);
  await run('Compiling the services', 'node', ['node_modules/typescript/bin/tsc', '-b', ...flags, ...projects], root);
  note(root, stamp);
}

async function bundle(root, each) {
  const stamp = bundleStamp(root, each);
  await run(each.label, 'npm', ['run', 'build', '-w', each.workspace], root);
  note(root, stamp);
}

const stampFile = (root) => join(root, 'node_modules/.cache/dripline/build.json');
const compileStamp = (root) => ({ name: 'services', hash: hashSources(root, [...configs, 'services']) });
const bundleStamp = (root, { name, sources }) => ({ name, hash: hashSources(root, [...configs, ...sources]) });
const note = (root, { name, hash }) => writeStamps(stampFile(root), { ...readStamps(stampFile(root)), [name]: hash });
const compiledServices = (root) =>
  readdirSync(join(root, 'services')).filter((name) => existsSync(join(root, 'services', name, 'tsconfig.json')));
