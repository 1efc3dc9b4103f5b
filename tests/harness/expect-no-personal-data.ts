import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningWorkflows, temporalCli } from './temporal-cli';
import type { MessagingHarness } from './messaging-harness';
import { recordFaultRun } from './fault-runs';

/**
 * Expects that Temporal stores nothing that was submitted in a form, received or sent. Checks Temporal's
 * database files, where histories, memos, search attributes and visibility records are not encrypted, and the
 * workflows as the Temporal CLI shows them.
 */
export async function expectNoPersonalData(harness: MessagingHarness): Promise<void> {
  const { rows: leads } = await harness.db.query<{ phone_e164: string }>(
    'SELECT DISTINCT phone_e164 FROM leads WHERE phone_e164 IS NOT NULL',
  );
  const { rows: enrollments } = await harness.db.query<{ id: string }>(
    'SELECT id FROM enrollments ORDER BY created_at',
  );
  const { messages } = await harness.ledger();
  expect(Math.min(leads.length, messages.length, enrollments.length)).toBeGreaterThan(0);
  const personalValues = [...new Set(messages.map(({ body }) => body)), 'Acme Heating', 'acme.example', '4155550100'];
  const numbers = new Set(leads.map(({ phone_e164: number }) => number.slice(2)));
  const providerIds = new Set(messages.map(({ sid }) => sid));

  const temporal = temporalCli(harness.stack.dataDir);
  const cliOutputs = [
    await temporal('workflow', 'list', '--limit', '10000', '--output', 'json'),
    await temporal('batch', 'list', '--output', 'json'),
  ];
  const running = await runningWorkflows(harness.stack.dataDir);
  const workflowIds = [
    ...new Set([...[...running.keys()].slice(0, 3), ...enrollments.slice(-5).map(({ id }) => `enrollment-${id}`)]),
  ];
  for (const id of workflowIds)
    cliOutputs.push(await temporal('workflow', 'show', '--workflow-id', id, '--output', 'json').catch(() => ''));
  const files = readdirSync(harness.stack.dataDir).filter((name) => name.startsWith('temporal.db'));
  const databaseTexts = files.map((name) => readIfPresent(join(harness.stack.dataDir, name)));

  // Values that must be stored show that the right data is checked.
  expect(databaseTexts.some((text) => text.includes(enrollments[0]!.id))).toBe(true);
  expect(cliOutputs[0]).toContain('followUp');
  const found = [...databaseTexts, ...cliOutputs].flatMap((text) => [
    ...personalValues.filter((value) => text.includes(value) || text.includes(Buffer.from(value).toString('latin1'))),
    // Matches by pattern first because there are many numbers and ids.
    ...[...text.matchAll(/415\d{7}/g)].map(([number]) => number).filter((number) => numbers.has(number)),
    ...[...text.matchAll(/SM[0-9a-f]{32}/g)].map(([id]) => id).filter((id) => providerIds.has(id)),
  ]);
  recordFaultRun({ count: enrollments.length });
  expect(found).toEqual([]);
}

/** Reads a file, or returns an empty string because SQLite may have deleted its journal. */
function readIfPresent(file: string): string {
  try {
    return readFileSync(file).toString('latin1');
  } catch {
    return '';
  }
}
