import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckTools } from '../check/check-steps';
import { writeAlerts } from './alerts';
import { findPromtool } from './find-promtool';

/** Holds the alerts against Prometheus' own reading of them, and against made-up hours. Where promtool cannot be had, says so and passes. */
export async function areAlertsRight({ run, env, signal }: CheckTools): Promise<boolean> {
  const promtool = await findPromtool(env, signal);
  if ('missing' in promtool) {
    console.log(`The alerts are not checked here: ${promtool.missing}`);
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
