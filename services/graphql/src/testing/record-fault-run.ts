import { appendFileSync } from 'node:fs';

/** The number of repetitions of a fault run. `npm run test:faults` sets the full count. */
export const FAULT_RUNS = Number(process.env['FAULT_RUNS'] ?? 6);

/** Records the result of a fault run for the report of `npm run test:faults`. */
export function recordFaultRun(result: { seed?: number; count: number; duplicates?: number; lost?: number }): void {
  const file = process.env['FAULT_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify({ title: expect.getState().currentTestName, ...result })}\n`);
}
