// What `npm start`, `npm test` and the other commands run. Plain JavaScript without dependencies, because on a fresh clone nothing is installed yet.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, buildAll, codegen } from './bootstrap/build.mjs';
import { install } from './bootstrap/install.mjs';
import { withLock } from './bootstrap/lock.mjs';
import { checkNode } from './bootstrap/node-version.mjs';
import { endChildrenOnSignal, Failure } from './bootstrap/run.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [command = '', ...args] = process.argv.slice(2);

/** Each command: what to prepare under the lock, and whether the compiled launcher goes on from there. */
const commands = {
  start: { prepare: build, launches: true },
  dev: { prepare: build, launches: true },
  test: { prepare: build, launches: true },
  faults: { prepare: build, launches: true },
  fuzz: { prepare: build, launches: true },
  histories: { prepare: build, launches: true },
  cluster: { prepare: build, launches: true },
  images: { prepare: build, launches: true },
  previous: { prepare: build, launches: true },
  bench: { prepare: build, launches: true },
  load: { prepare: build, launches: true },
  lighthouse: { prepare: build, launches: true },
  sbom: { prepare: build, launches: true },
  screenshots: { prepare: build, launches: true },
  check: { prepare: build, launches: true },
  build: { prepare: buildAll, launches: false },
  codegen: { prepare: codegen, launches: false },
};

try {
  const chosen = commands[command];
  if (!chosen) throw new Failure(`Unknown command "${command}". There are: ${Object.keys(commands).join(', ')}.`, 2);
  checkNode(root);
  const release = endChildrenOnSignal();
  await withLock(root, async () => {
    await install(root);
    await chosen.prepare(root);
  });
  release();
  if (chosen.launches) launch();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) console.error(error.output);
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** In this process rather than a child: one process less to signal, to wait for and to keep in memory. */
function launch() {
  const main = fileURLToPath(new URL('./dist/main.js', import.meta.url));
  process.argv.splice(1, process.argv.length - 1, main, command, ...args);
  createRequire(import.meta.url)(main);
}
