import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productWorkspaces } from './install.mjs';
import { run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

const configs = ['package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'tools/bootstrap/swc.json'];

/** Groups of TypeScript projects that are compiled together, with the projects that they reference. */
const product = {
  name: 'product',
  label: 'Compiling the services',
  projects: productWorkspaces.filter((workspace) => workspace !== 'web'),
  sources: ['services'],
};
const everything = {
  name: 'everything',
  label: 'Compiling services, tests and tools',
  projects: ['services/twilio-emulator', 'tools', 'tests', 'bench', ...product.projects],
  sources: ['services', 'tools', 'tests', 'bench'],
};

/**
 * Bundles: the workspace whose build script builds the bundle, its sources, and a file that exists after the build.
 * `needsServices` if the script is one of the compiled services.
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
    needsServices: true,
    sources: ['services/graphql/playground', 'services/graphql/src/api/playground'],
    output: 'services/graphql/dist/playground/index.html',
  },
  {
    name: 'workflows',
    label: 'Bundling the workflows',
    workspace: 'services/workflows',
    needsServices: true,
    sources: ['services/contract/src', 'services/workflows/src'],
    output: 'services/workflows/dist/workflow-bundle.js',
  },
];

/**
 * Compiles the services and builds the bundles if their sources changed or their output is missing. Without TypeScript,
 * which `npm start` does not install, the services are compiled without type checks.
 */
export const buildProduct = (root, isComplete) => buildIfChanged(root, { ...product, isUntyped: !isComplete });

/** Like `buildProduct`, and also compiles tests, tools and benchmarks. */
export const buildAll = (root) => buildIfChanged(root, everything);

/** Builds everything, even if nothing changed. */
export async function buildAndRebuild(root) {
  await compile(root, everything, ['--force']);
  await Promise.all(bundles.map((bundle) => build(root, bundle)));
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
  const compiled =
    missing || hasChanged(root, group) ? compile(root, group, missing ? ['--force'] : []) : Promise.resolve();
  await Promise.all(
    bundles.map(async (bundle) => {
      if (bundle.needsServices) await compiled;
      if (hasChanged(root, bundle) || !existsSync(join(root, bundle.output))) await build(root, bundle);
    }),
  );
}

async function compile(root, group, flags = []) {
  const hash = hashOf(root, group);
  const compiler = group.isUntyped
    ? ['tools/bootstrap/transpile.mjs']
    : ['node_modules/typescript/bin/tsc', '-b', ...flags];
  await run(group.label, 'node', [...compiler, ...group.projects], root);
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
