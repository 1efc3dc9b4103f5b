import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '../testing/test-database';

test('catalog', async () => {
  const { dataSource, drop } = await createTestDatabase();
  const q = (sql: string) => dataSource.query<Record<string, unknown>[]>(sql);
  const out = {
    columns: await q(
      `SELECT c.relname, c.relpersistence, a.attname, format_type(a.atttypid, a.atttypmod) t, a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid) def FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 3`,
    ),
    rls: await q(
      `SELECT relname, relrowsecurity, relforcerowsecurity, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    ),
    colacl: await q(
      `SELECT attrelid::regclass::text r, attname, attacl::text FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY 1,2`,
    ),
    constraints: await q(
      `SELECT conrelid::regclass::text r, conname, pg_get_constraintdef(oid) d FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    indexes: await q(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    triggers: await q(`SELECT pg_get_triggerdef(oid) d FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`),
    functions: await q(
      `SELECT pg_get_functiondef(oid) d, proacl::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND probin IS NULL AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c') ORDER BY 1`,
    ),
    policies: await q(
      `SELECT tablename, policyname, roles::text, cmd, qual, with_check FROM pg_policies ORDER BY 1, 2`,
    ),
    enums: await q(
      `SELECT typname, string_agg(enumlabel, ',' ORDER BY enumsortorder) l FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid GROUP BY 1 ORDER BY 1`,
    ),
    schema: await q(`SELECT nspacl::text FROM pg_namespace WHERE nspname = 'public'`),
    ext: await q(`SELECT extname FROM pg_extension ORDER BY 1`),
    rows: await q(`SELECT version::text FROM landing_version`),
  };
  writeFileSync('/tmp/catalog.json', JSON.stringify(out, null, 1));
  await drop();
});
