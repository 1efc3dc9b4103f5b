import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckTools } from '../check/check-steps';
import { writeAlerts } from './alerts';
import { skip } from '../skip';
import { findPromtool } from './find-prometheus';

/** Checks the syntax of the alerts and runs their test cases with promtool. */
export async function areAlertsValid({ run, env, signal }: CheckTools): Promise<boolean> {
  const promtool = await findPromtool(env, signal);
  if ('missing' in promtool) {
    skip(env, { check: 'The alerts and their test cases', needs: 'go', reason: promtool.missing });
    return true;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dripline-alerts-'));
  try {
    const { rules, cases } = writeAlerts(folder);
    return (
      (await run(promtool.path, 'check', 'rules', '--lint=all', '--lint-fatal', rules)) &&
      (await run(promtool.path, 'test', 'rules', cases))
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
