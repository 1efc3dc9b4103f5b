import { appendFileSync, readFileSync } from 'node:fs';
import type { Env, MachineNeed } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';

/** Exit code of a command that was skipped, which `.ci/run` does not treat as a failure. */
const SKIPPED = 3;

/** A check that cannot run on this machine. */
export interface Skip {
  /** The check as the subject of a sentence, such as "Tests of the chart". */
  check: string;
  /** What the machine lacks. */
  needs: MachineNeed;
  /** A sentence that names the missing tool. */
  reason: string;
}

type SkipEnv = Pick<Env, 'CI_STRICT' | 'CI_MAY_SKIP' | 'CI_SKIPPED_FILE'>;

const skippedHere: string[] = [];

/**
 * Prints and records that a check is skipped. Throws a Failure if CI_STRICT is set and CI_MAY_SKIP does not list what
 * the machine lacks.
 */
export function skip(env: SkipEnv, { check, needs, reason }: Skip): void {
  if (env.CI_STRICT && !env.CI_MAY_SKIP.includes(needs))
    throw new Failure(
      `${check}: ${reason} CI_STRICT does not permit this, because CI_MAY_SKIP does not list ${needs}.`,
    );
  const line = `${check}: ${reason}`;
  console.log(`Skipped  ${line}`);
  if (env.CI_SKIPPED_FILE) appendFileSync(env.CI_SKIPPED_FILE, `${line}\n`);
  else skippedHere.push(line);
}

/** Records that a whole command is skipped. Returns the Failure that ends it. */
export function skipCommand(env: SkipEnv, skipped: Skip): Failure {
  skip(env, skipped);
  return new Failure('', SKIPPED);
}

/** Prints what was skipped and why: by this process, or by all commands that share CI_SKIPPED_FILE. */
export function printSkipped({ CI_SKIPPED_FILE: file }: SkipEnv): void {
  const lines = file ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : skippedHere;
  if (lines.length > 0) console.log(['Skipped:', ...new Set(lines)].join('\n  '));
}
