// Entry point of the images' `dev` stages. Runs the compiler and the service in a copy of /app, because a pod's root is
// read-only. Skaffold syncs changed files into the copy.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

const [from, to] = ['/app', '/tmp/app'];
const [entry, compiler] = process.argv.slice(2);

// A restarted container keeps the synced files.
if (!existsSync(to)) {
  const making = `${to}.making`;
  cpSync(from, making, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path !== `${from}/node_modules`,
  });
  linkModules(making);
  renameSync(making, to);
}

// Links all packages to the originals except Dripline's own, which are in the copy.
function linkModules(copy) {
  const ours = join(copy, 'node_modules/@dripline');
  mkdirSync(ours, { recursive: true });
  for (const name of readdirSync(`${from}/node_modules`))
    if (name !== '@dripline') symlinkSync(`${from}/node_modules/${name}`, join(copy, 'node_modules', name));
  for (const name of ['contract', 'runtime']) symlinkSync(`../../services/${name}`, join(ours, name));
}

const [program, ...args] = compiler.split(' ');
// npm installs a package in the workspace if the root has another version of it.
const installed = [join(entry.split('/dist/')[0], 'node_modules', program), join('node_modules', program)].find(
  (path) => existsSync(join(to, path)),
);
const children = [
  spawn(process.execPath, [installed, ...args], {
    cwd: to,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  }),
  spawn(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', entry], {
    cwd: to,
    stdio: 'inherit',
  }),
];
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => children.forEach((child) => child.kill(signal)));
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    for (const other of children) other.kill('SIGTERM');
  });
}
