import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningWorkflows, temporalCli } from './temporal-cli';
import type { TextingStage } from './messaging-harness';
import { note } from './fault-runs';

/**
 * Reads all that Temporal keeps of a run: its whole database (histories, memos, search attributes and visibility are plain there), the listed workflows
 * and a few histories as its own CLI shows them. Nothing of what was typed into a form, answered or sent may be in it.
 */
export async function expectNothingPersonal(stage: TextingStage): Promise<void> {
  const { rows: leads } = await stage.db.query<{ phone_e164: string }>(
    'SELECT DISTINCT phone_e164 FROM leads WHERE phone_e164 IS NOT NULL',
  );
  const { rows: enrollments } = await stage.db.query<{ id: string }>('SELECT id FROM enrollments ORDER BY created_at');
  const { texts } = await stage.ledger();
  expect(Math.min(leads.length, texts.length, enrollments.length)).toBeGreaterThan(0);
  const words = [...new Set(texts.map(({ body }) => body)), 'Acme Heating', 'acme.example', '4155550100'];
  const numbers = new Set(leads.map(({ phone_e164: number }) => number.slice(2)));
  const ids = new Set(texts.map(({ sid }) => sid));

  const temporal = temporalCli(stage.stack.dataDir);
  const shown = [
    await temporal('workflow', 'list', '--limit', '10000', '--output', 'json'),
    await temporal('batch', 'list', '--output', 'json'),
  ];
  const running = await runningWorkflows(stage.stack.dataDir);
  const some = [
    ...new Set([...[...running.keys()].slice(0, 3), ...enrollments.slice(-5).map(({ id }) => `enrollment-${id}`)]),
  ];
  for (const id of some)
    shown.push(await temporal('workflow', 'show', '--workflow-id', id, '--output', 'json').catch(() => ''));
  const files = readdirSync(stage.stack.dataDir).filter((name) => name.startsWith('temporal.db'));
  const kept = files.map((name) => readIfThere(join(stage.stack.dataDir, name)));

  // What must be there shows that this is the right place to look.
  expect(kept.some((text) => text.includes(enrollments[0]!.id))).toBe(true);
  expect(shown[0]).toContain('followUp');
  const found = [...kept, ...shown].flatMap((text) => [
    ...words.filter((each) => text.includes(each) || text.includes(Buffer.from(each).toString('latin1'))),
    // Any number or id first, then whether it is one of these: there are many.
    ...[...text.matchAll(/415\d{7}/g)].map(([each]) => each).filter((each) => numbers.has(each)),
    ...[...text.matchAll(/SM[0-9a-f]{32}/g)].map(([each]) => each).filter((each) => ids.has(each)),
  ]);
  note({ count: enrollments.length });
  expect(found).toEqual([]);
}

/** Its journal comes and goes. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file).toString('latin1');
  } catch {
    return '';
  }
}
