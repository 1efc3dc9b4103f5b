import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckTools } from '../check/check-steps';
import { writeAlerts } from './alerts';
import { findPromtool } from './find-promtool';

/**
 * Checks the syntax of the alerts and runs their test cases with promtool. Passes
 * with a message if promtool is missing.
 */
export async function areAlertsValid({ run, env, signal }: CheckTools): Promise<boolean> {
  const promtool = await findPromtool(env, signal);
  if ('missing' in promtool) {
    console.log(`Alerts are not checked: ${promtool.missing}`);
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
