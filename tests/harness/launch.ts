import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

export interface Launched {
  child: ChildProcess;
  output(): string;
  /** Resolves with what matched, as soon as the output holds it; rejects when the process ends first. */
  until(pattern: RegExp): Promise<string>;
  ended: Promise<number | null>;
  dataDir: string;
}

/** Runs one of the commands as a user would, in a folder of its own unless told otherwise. */
export function launch(
  command: string,
  variables: Record<string, string> = {},
  args: string[] = [],
  program = [process.execPath, join(root, 'tools/bootstrap.mjs')],
): Launched {
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
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text);
        if (match) resolve(match[1] ?? match[0]);
        return Boolean(match);
      };
      if (look()) return;
      listeners.add(look);
      void ended.then(() => reject(new Error(`It ended before ${pattern} came:\n${text}`)));
    });
  return { child, output: () => text, until, ended, dataDir };
}

interface Run {
  port: number;
  services: Record<string, { pid: number; port: number; opsPort?: number }>;
}

/** What DATA_DIR/run.json says. */
export const readRun = (dataDir: string): Run => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run;
