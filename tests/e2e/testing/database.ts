import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';

/** Runs SQL in a stack's database, for changes that no endpoint offers. */
export async function runSql(dataDir: string, sql: string, values: unknown[]): Promise<void> {
  const read = (file: string) => JSON.parse(readFileSync(path.join(dataDir, file), 'utf8')) as Record<string, never>;
  const {
    services,
    postgresPassword: password,
    numberHashKey,
  } = { ...read('run.json'), ...read('secrets.json') } as unknown as {
    services: { postgres: { port: number } };
    postgresPassword: string;
    numberHashKey: string;
  };
  const client = new Client({
    host: '127.0.0.1',
    port: services.postgres.port,
    user: 'dripline',
    database: 'dripline',
    password,
    options: `-c dripline.number_hash_key=${numberHashKey}`,
  });
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
}
