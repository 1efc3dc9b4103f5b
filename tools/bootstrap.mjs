// Runs the npm scripts. Plain JavaScript without dependencies, because nothing is installed in a fresh clone.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildAll, buildAndRebuild, buildProduct, codegen } from './bootstrap/build.mjs';
import { install } from './bootstrap/install.mjs';
import { withLock } from './bootstrap/lock.mjs';
import { checkNode, findNewerNode, runAgain } from './bootstrap/node-version.mjs';
import { endChildrenOnSignal, Failure } from './bootstrap/run.mjs';
import { buildTemporal } from './bootstrap/temporal.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [command = '', ...args] = process.argv.slice(2);

const launcher = { prepare: buildAll, program: 'services/launcher/dist/main.js', needsTemporal: true };
const tests = { prepare: buildAll, program: 'tests/dist/runner/main.js', needsTemporal: true };
const tools = { prepare: buildAll, program: 'tools/dist/main.js' };
const benchmarks = { prepare: buildAll, program: 'bench/dist/main.js', needsTemporal: true };

/** For each command, what to build under the lock, the compiled program to run, and whether that starts Temporal. */
const commands = {
  start: { ...launcher, prepare: buildProduct, isForProduct: true },
  dev: launcher,
  test: tests,
  faults: tests,
  fuzz: tests,
  clients: tests,
  histories: tests,
  cluster: tests,
  upgrade: tests,
  gameday: tests,
  lighthouse: tests,
  screenshots: tests,
  check: tools,
  docs: tools,
  images: tools,
  bench: benchmarks,
  load: benchmarks,
  scale: benchmarks,
  build: { prepare: buildAndRebuild },
  codegen: { ...tools, prepare: codegen },
};

try {
  const target = commands[command];
  if (!target) throw new Failure(`Unknown command "${command}". Commands: ${Object.keys(commands).join(', ')}.`, 2);
  checkNode(root);
  const release = endChildrenOnSignal();
  const newerNode = await findNewerNode();
  if (!newerNode) {
    const temporal = target.needsTemporal ? buildTemporal(root) : undefined;
    await withLock(root, async () => {
      const isComplete = await install(root, target);
      await target.prepare(root, isComplete);
    });
    await temporal;
  }
  release();
  if (newerNode) process.exitCode = await runAgain(newerNode);
  else if (target.program) runInProcess(target.program);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) console.error(error.output);
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Runs the program in this process, so that there is one process less to signal and to wait for. */
function runInProcess(program) {
  const main = fileURLToPath(new URL(`../${program}`, import.meta.url));
  process.argv.splice(1, process.argv.length - 1, main, command, ...args);
  createRequire(import.meta.url)(main);
}
