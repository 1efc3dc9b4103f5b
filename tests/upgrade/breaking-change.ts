import { join } from 'node:path';
import { Client } from 'pg';
import { Failure } from '@dripline/launcher/failure';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';

// What no migration may do to the release before it: see migrations/expand.test.ts.
const breaking = 'ALTER TABLE leads RENAME full_name TO name';
const mending = 'ALTER TABLE leads RENAME name TO full_name';

/** Does work while the database of a running stack has changed as no release may change it. */
export async function underBreakingChange(dataDir: string, work: () => Promise<boolean>): Promise<boolean> {
  const port = readJson<{ services: Record<string, { port: number }> }>(join(dataDir, 'run.json'))?.services['postgres']
    ?.port;
  const secrets = readJson<Secrets>(join(dataDir, 'secrets.json'));
  if (!port || !secrets) throw new Failure('The database of the running release was not found.');
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
    await client.query(mending);
    return result;
  } finally {
    await client.end();
  }
}
