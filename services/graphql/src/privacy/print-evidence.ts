import 'reflect-metadata';
import { asSystem } from '../access/scope';
import { connectWithRowSecurity } from '../database/data-source';
import { readServerEnv } from '../env';
import { toE164 } from '../leads/extract-contact';
import { loadEvidence } from './load-evidence';

/**
 * Prints the evidence of a phone number as JSON, with the server's environment:
 * `node services/graphql/dist/privacy/print-evidence.js +14155552671`.
 */
async function main(typed = ''): Promise<void> {
  const env = readServerEnv();
  const phone = toE164(typed, env.DEFAULT_PHONE_COUNTRY);
  if (phone === null) throw new Error('Give a phone number, such as +14155552671.');
  const dataSource = await connectWithRowSecurity(env.DATABASE_URL, env.NUMBER_HASH_KEY);
  const evidence = await asSystem(() => loadEvidence(dataSource.manager, phone));
  process.stdout.write(`${JSON.stringify(evidence, null, 2)}\n`);
  await dataSource.destroy();
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
