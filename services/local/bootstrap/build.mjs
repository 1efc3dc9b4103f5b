import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

const configs = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

/** Compiles the services, then bundles the web app; each only where its sources changed or its output is gone. */
export async function build(root) {
  await compileIfChanged(root);
  await bundleIfChanged(root);
}

/** The same, whatever the stamps say. */
export async function buildAll(root) {
  await compile(root, ['--force']);
  await bundle(root);
}

/** Emits the schema from the server's classes, then the typed documents from schema and operations, and compiles what that changed. */
export async function codegen(root) {
  await compile(root);
  await run('Emitting the GraphQL schema', 'node', ['services/graphql/dist/emit-schema.js'], root);
  await run('Generating typed documents', 'node', ['services/contract/codegen.mjs'], root);
  await compile(root);
}

async function compileIfChanged(root) {
  const { name, hash } = compileStamp(root);
  const missing = compiledServices(root).some((service) => !existsSync(join(root, 'services', service, 'dist')));
  if (readStamps(stampFile(root))[name] !== hash || missing) await compile(root, missing ? ['--force'] : []);
}

async function bundleIfChanged(root) {
  if (!hasBuild(root)) return;
  const { name, hash } = bundleStamp(root);
  if (readStamps(stampFile(root))[name] !== hash || !existsSync(join(root, 'web/dist/server/main.js'))) await bundle(root);
}

async function compile(root, flags = []) {
  const stamp = compileStamp(root);
  const projects = existsSync(join(root, 'tsconfig.json')) ? [] : compiledServices(root).map((service) => `services/${service}`);
  await run('Compiling the services', 'node', ['node_modules/typescript/bin/tsc', '-b', ...flags, ...projects], root);
  note(root, stamp);
}

async function bundle(root) {
  const stamp = bundleStamp(root);
  await run('Building the web app', 'npm', ['run', 'build', '-w', 'web'], root);
  note(root, stamp);
}

const stampFile = (root) => join(root, 'node_modules/.cache/dripline/build.json');
const compileStamp = (root) => ({ name: 'services', hash: hashSources(root, [...configs, 'services']) });
const bundleStamp = (root) => ({ name: 'web', hash: hashSources(root, [...configs, 'web', 'services/contract/src']) });
const note = (root, { name, hash }) => writeStamps(stampFile(root), { ...readStamps(stampFile(root)), [name]: hash });
const compiledServices = (root) => readdirSync(join(root, 'services')).filter((name) => existsSync(join(root, 'services', name, 'tsconfig.json')));
const hasBuild = (root) => Boolean(JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8')).scripts?.build);
