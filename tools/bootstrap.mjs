// What `npm start`, `npm test` and the other commands run. Plain JavaScript without dependencies, because on a fresh clone
// nothing is installed yet.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildAll, buildAndRebuild, buildProduct, codegen } from './bootstrap/build.mjs';
import { install } from './bootstrap/install.mjs';
import { withLock } from './bootstrap/lock.mjs';
import { checkNode } from './bootstrap/node-version.mjs';
import { endChildrenOnSignal, Failure } from './bootstrap/run.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [command = '', ...args] = process.argv.slice(2);

const launcher = { prepare: buildProduct, program: 'services/launcher/dist/main.js' };
const tests = { prepare: buildAll, program: 'tests/dist/runner/main.js' };
const tools = { prepare: buildAll, program: 'tools/dist/main.js' };
const benchmarks = { prepare: buildAll, program: 'bench/dist/main.js' };

/** Each command: what to prepare under the lock, and the compiled program that goes on from there. */
const commands = {
  start: launcher,
  dev: launcher,
  test: tests,
  faults: tests,
  fuzz: tests,
  histories: tests,
  cluster: tests,
  upgrade: tests,
  lighthouse: tests,
  screenshots: tests,
  check: tools,
  images: tools,
  sbom: tools,
  bench: benchmarks,
  load: benchmarks,
  build: { prepare: buildAndRebuild },
  codegen: { prepare: codegen },
};

try {
  const chosen = commands[command];
  if (!chosen) throw new Failure(`Unknown command "${command}". Commands: ${Object.keys(commands).join(', ')}.`, 2);
  checkNode(root);
  const release = endChildrenOnSignal();
  await withLock(root, async () => {
    await install(root);
    await chosen.prepare(root);
  });
  release();
  if (chosen.program) runHere(chosen.program);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) console.error(error.output);
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** In this process rather than a child: one process less to signal, to wait for and to keep in memory. */
function runHere(program) {
  const main = fileURLToPath(new URL(`../${program}`, import.meta.url));
  process.argv.splice(1, process.argv.length - 1, main, command, ...args);
  createRequire(import.meta.url)(main);
}
