import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase } from '../testing/test-database';
import { migrations } from './migrations/index';

const squawk = process.env['SQUAWK_PATH'];
const config = join(__dirname, '../../../../.squawk.toml');

/** The rules of squawk that the SQL of a migration breaks. */
function brokenRules(sql: string, hasTransaction = true): string[] {
  const transaction = hasTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction';
  const args = ['--config', config, '--reporter', 'json', '--stdin-filepath', 'migration.sql', transaction];
  const { stdout, stderr } = spawnSync(squawk!, args, { input: sql, encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as { rule_name: string }[]).map(({ rule_name }) => rule_name);
}

/** Runs a migration and returns the SQL that it runs. */
async function runAndRecord(migration: MigrationInterface, runner: QueryRunner): Promise<string> {
  const statements: string[] = [];
  const recorder = new Proxy(runner, {
    get: (target, key) => {
      if (key === 'query') return (sql: string, ...rest: []) => (statements.push(sql), target.query(sql, ...rest));
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await migration.up(recorder);
  return statements.join(';\n');
}

/** Runs migrations on the initial schema and returns the rules that each breaks. */
async function checkMigrations(later: (new () => MigrationInterface)[]): Promise<Record<string, string[]>> {
  const { dataSource, drop } = await createTestDatabase();
  const runner = dataSource.createQueryRunner();
  const results: Record<string, string[]> = {};
  try {
    // The initial schema has no previous release and no large table.
    for (const _ of migrations.slice(1)) await dataSource.undoLastMigration();
    for (const Migration of later) {
      const migration = new Migration();
      results[Migration.name] = brokenRules(await runAndRecord(migration, runner), migration.transaction !== false);
    }
    return results;
  } finally {
    await runner.release();
    await drop();
  }
}

class Unsafe implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('SELECT 1');
    await runner.query('ALTER TABLE leads DROP COLUMN email CASCADE');
  }
  down = () => Promise.resolve();
}

class Reviewed implements MigrationInterface {
  up = (runner: QueryRunner) =>
    runner.query(`
      -- squawk-ignore ban-drop-column
      ALTER TABLE leads DROP COLUMN email CASCADE`) as Promise<void>;
  down = () => Promise.resolve();
}

(squawk ? describe : describe.skip)('squawk', () => {
  test('no migration after the initial schema breaks the previous release or blocks writers', async () => {
    const names = migrations.slice(1).map(({ name }) => name);
    expect(await checkMigrations(migrations.slice(1))).toEqual(Object.fromEntries(names.map((name) => [name, []])));
  });

  test('a migration that drops a column is rejected, unless its SQL allows it', async () => {
    expect(await checkMigrations([Unsafe])).toEqual({ Unsafe: ['ban-drop-column'] });
    expect(await checkMigrations([Reviewed])).toEqual({ Reviewed: [] });
  });

  test.each([
    ['CREATE INDEX leads_idx ON leads (created_at)', 'require-concurrent-index-creation'],
    ['CREATE UNIQUE INDEX leads_idx ON public.leads (created_at)', 'require-concurrent-index-creation'],
    ['ALTER TABLE leads ADD CONSTRAINT leads_key UNIQUE (email)', 'disallowed-unique-constraint'],
    ['ALTER TABLE leads ADD score int, ADD CONSTRAINT leads_score CHECK (score > 0)', 'constraint-missing-not-valid'],
    ['ALTER TABLE leads ADD FOREIGN KEY (client_id) REFERENCES clients (id)', 'adding-foreign-key-constraint'],
    ['ALTER TABLE leads ADD score int NOT NULL', 'adding-required-field'],
    ['ALTER TABLE leads RENAME email TO mail', 'renaming-column'],
    ['ALTER TABLE leads RENAME TO people', 'renaming-table'],
    ['ALTER TABLE leads ALTER COLUMN email SET NOT NULL', 'adding-not-nullable-field'],
    ['ALTER TABLE leads ALTER score DROP DEFAULT', 'ban-drop-default'],
    ['ALTER TABLE leads ALTER COLUMN email TYPE varchar(200)', 'changing-column-type'],
    ["ALTER TYPE lead_status RENAME VALUE 'new' TO 'fresh'", 'renaming-object'],
    ['DROP TABLE lead_notifications', 'ban-drop-table'],
    ['SELECT 1; DROP TYPE lead_status', 'ban-drop-type'],
  ])('rejects: %s', (sql, rule) => expect(brokenRules(sql)).toContain(rule));

  test.each([
    'CREATE TABLE scores (id int NOT NULL); CREATE INDEX scores_idx ON scores (id)',
    'ALTER TABLE leads ADD score int NOT NULL DEFAULT 0, ADD rank int',
    'ALTER TABLE leads ADD CONSTRAINT leads_score CHECK (score > 0) NOT VALID',
    'ALTER TABLE leads ADD CONSTRAINT leads_key UNIQUE USING INDEX leads_idx',
    'ALTER TABLE leads VALIDATE CONSTRAINT leads_score',
    "ALTER TYPE lead_status ADD VALUE 'lost'",
    'UPDATE leads SET score = $1 WHERE id = $2',
  ])('accepts: %s', (sql) => expect(brokenRules(sql)).toEqual([]));
});
