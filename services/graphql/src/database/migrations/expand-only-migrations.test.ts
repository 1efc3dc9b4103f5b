import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase } from '../../testing/test-database';
import { findBreakingChanges, type MigrationStatements, statementsOf } from './find-breaking-changes';

/** The rules apply to later migrations only, because the initial schema has no previous release and no large table. */
const INITIAL_SCHEMA = 1_763_800_000_000;

/**
 * Migrations that remove something that the previous release no longer uses (the second half of expand and contract):
 * the migration's name, and the reason why it is safe.
 */
const contractions: Record<string, string> = {};

const nameOf = (migration: MigrationInterface) => migration.name ?? migration.constructor.name;
const isLater = (name: string) => Number(name.slice(-13)) > INITIAL_SCHEMA;

/** Runs all migrations and returns the statements of each. */
async function recordMigrations(): Promise<MigrationStatements[]> {
  const { dataSource, drop } = await createTestDatabase();
  const recorded: MigrationStatements[] = [];
  try {
    const runner = dataSource.createQueryRunner();
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    for (const migration of [...dataSource.migrations].sort(
      (a, b) => Number(nameOf(a).slice(-13)) - Number(nameOf(b).slice(-13)),
    )) {
      const statements: string[] = [];
      const recordingRunner = new Proxy(runner, {
        get: (target, key) => {
          if (key === 'query')
            return (sql: string, ...rest: []) => (statements.push(...statementsOf(sql)), target.query(sql, ...rest));
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      await migration.up(recordingRunner);
      recorded.push({ migration, statements });
    }
    await runner.release();
    return recorded;
  } finally {
    await drop();
  }
}

test('no migration after the initial schema breaks the previous release or blocks writers', async () => {
  const recorded = await recordMigrations();
  expect(recorded.flatMap(({ statements }) => statements).length).toBeGreaterThan(200);
  const later = recorded.filter(({ migration }) => isLater(nameOf(migration)) && !(nameOf(migration) in contractions));
  expect(
    later.flatMap((entry) => findBreakingChanges(entry).map((finding) => `${nameOf(entry.migration)} ${finding}`)),
  ).toEqual([]);
  for (const name of Object.keys(contractions))
    expect(recorded.some(({ migration }) => nameOf(migration) === name && isLater(name))).toBe(true);
});

const migration = (transaction?: boolean): MigrationInterface => ({
  transaction,
  up: (_: QueryRunner) => Promise.resolve(),
  down: (_: QueryRunner) => Promise.resolve(),
});
const findings = (sql: string, transaction?: boolean) =>
  findBreakingChanges({ migration: migration(transaction), statements: statementsOf(sql) }).length;

test.each([
  'CREATE INDEX leads_idx ON leads (created_at)',
  'CREATE UNIQUE INDEX leads_idx ON public.leads (created_at)',
  'CREATE INDEX CONCURRENTLY leads_idx ON leads (created_at)',
  'ALTER TABLE leads ADD CONSTRAINT leads_key UNIQUE (email)',
  'ALTER TABLE leads ADD score int, ADD CONSTRAINT leads_score CHECK (score > 0)',
  'ALTER TABLE leads ADD FOREIGN KEY (client_id) REFERENCES clients (id)',
  'ALTER TABLE leads ADD score int NOT NULL',
  'ALTER TABLE leads ADD COLUMN score int, ADD COLUMN rank int NOT NULL',
  'ALTER TABLE leads DROP COLUMN email',
  'ALTER TABLE leads DROP email',
  'ALTER TABLE leads RENAME email TO mail',
  'ALTER TABLE leads RENAME TO people',
  'ALTER TABLE leads ALTER COLUMN email SET NOT NULL',
  'ALTER TABLE leads ALTER score DROP DEFAULT',
  'ALTER TABLE leads ALTER COLUMN email TYPE varchar(200)',
  "ALTER TYPE lead_status RENAME VALUE 'new' TO 'fresh'",
  'DROP TABLE lead_notifications',
  'SELECT 1; DROP TYPE lead_status',
])('the migration check rejects: %s', (sql) => expect(findings(sql)).toBeGreaterThan(0));

test.each([
  'CREATE TABLE scores (id int NOT NULL); CREATE INDEX scores_idx ON scores (id); ALTER TABLE scores ALTER id SET NOT NULL',
  'CREATE UNLOGGED TABLE scores (id int); ALTER TABLE scores ADD CONSTRAINT scores_key UNIQUE (id)',
  'ALTER TABLE leads ADD score int',
  'ALTER TABLE leads ADD score int NOT NULL DEFAULT 0, ADD rank int',
  'ALTER TABLE leads ADD CONSTRAINT leads_score CHECK (score > 0) NOT VALID',
  'ALTER TABLE leads ADD CONSTRAINT leads_key UNIQUE USING INDEX leads_idx',
  'ALTER TABLE leads VALIDATE CONSTRAINT leads_score',
  'ALTER TABLE leads ALTER email DROP NOT NULL',
  "ALTER TYPE lead_status ADD VALUE 'lost'",
  'ALTER TABLE leads ENABLE ROW LEVEL SECURITY; DROP POLICY a ON leads; DROP TRIGGER b ON leads; DROP FUNCTION c()',
  'CREATE FUNCTION d() RETURNS void LANGUAGE sql AS $$ DROP TABLE leads; ALTER TABLE leads RENAME a TO b $$',
])('the migration check accepts: %s', (sql) => expect(findings(sql)).toBe(0));

test('a concurrent index is accepted only outside a transaction', () => {
  const sql = 'CREATE INDEX CONCURRENTLY leads_idx ON leads (created_at)';
  expect([findings(sql, false), findings(sql)]).toEqual([0, 1]);
});
