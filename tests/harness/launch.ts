import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '@dripline/launcher/processes/cleanup';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';

export interface LaunchedCommand {
  child: ChildProcess;
  output(): string;
  /** Resolves with the first match in the output, or its first group. Rejects if the process ends first. */
  waitForOutput(pattern: RegExp): Promise<string>;
  ended: Promise<number | null>;
  dataDir: string;
}

/** Runs a command as a user does, with a temporary DATA_DIR by default. */
export function launch(
  command: string,
  variables: Record<string, string> = {},
  args: string[] = [],
  program = [process.execPath, join(root, 'tools/bootstrap.mjs')],
): LaunchedCommand {
  const dataDir = variables.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'dripline-launch-'));
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(program[0]!, [...program.slice(1), command, ...args], {
    cwd: root,
    env: { ...env, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const waitForOutput = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(text);
        if (match) resolve(match[1] ?? match[0]);
        return Boolean(match);
      };
      if (check()) return;
      listeners.add(check);
      void ended.then(() => reject(new Error(`The process ended before its output matched ${pattern}:\n${text}`)));
    });
  return { child, output: () => text, waitForOutput, ended, dataDir };
}

/** Starts Dripline without rate limits for a command, which stops it and deletes its data when it ends. */
export async function launchForCommand(
  cleanup: Cleanup,
  admin: { username: string; password: string },
): Promise<{ origin: string; dataDir: string }> {
  const [port = 0] = await pickPorts(1);
  const stack = launch('start', {
    PORT: String(port),
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: 'off',
  });
  cleanup.add(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
    rmSync(stack.dataDir, { recursive: true, force: true });
  });
  await stack.waitForOutput(/Ready in/);
  return { origin: `http://127.0.0.1:${port}`, dataDir: stack.dataDir };
}

interface Run {
  port: number;
  services: Record<string, { pid: number; port: number; internalPort?: number; opsPort?: number }>;
}

/** Reads DATA_DIR/run.json. */
export const readRunFile = (dataDir: string): Run => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run;
