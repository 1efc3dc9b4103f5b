import { join } from 'node:path';
import { Client } from 'pg';
import { Failure } from '@dripline/launcher/failure';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';

// A change that breaks the previous release. The tests of the migrations forbid such changes.
const breaking = 'ALTER TABLE leads RENAME full_name TO name';
const revert = 'ALTER TABLE leads RENAME name TO full_name';

/** Runs `work` while the database of a running stack has a breaking change. */
export async function withBreakingChange(dataDir: string, work: () => Promise<boolean>): Promise<boolean> {
  const port = readJson<{ services: Record<string, { port: number }> }>(join(dataDir, 'run.json'))?.services['postgres']
    ?.port;
  const secrets = readJson<Secrets>(join(dataDir, 'secrets.json'));
  if (!port || !secrets) throw new Failure('The data folder of the running release has no Postgres port or secrets.');
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'dripline',
    password: secrets.postgresPassword,
    database: 'dripline',
  });
  await client.connect();
  try {
    await client.query(breaking);
    const result = await work();
    await client.query(revert);
    return result;
  } finally {
    await client.end();
  }
}
