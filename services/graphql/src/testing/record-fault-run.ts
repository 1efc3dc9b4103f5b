import { appendFileSync } from 'node:fs';

/** How often a trial is repeated; `npm run test:faults` asks for the full count. */
export const COUNT = Number(process.env['FAULT_TRIALS'] ?? 6);

/** Writes a trial down for the report of `npm run test:faults`. */
export function noteTrial(trial: { seed?: number; count: number; duplicates?: number; lost?: number }): void {
  const file = process.env['FAULT_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify({ title: expect.getState().currentTestName, ...trial })}\n`);
}
