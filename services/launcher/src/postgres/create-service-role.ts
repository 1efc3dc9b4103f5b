import { Client } from 'pg';

/**
 * Creates the role that the services sign in as, or resets its password to the owner's. The role owns nothing; it can
 * only switch to the roles that the migrations create. Returns its database URL.
 */
export async function createServiceRole(ownerUrl: string, name = 'dripline_app'): Promise<string> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const password = client.escapeLiteral(decodeURIComponent(new URL(ownerUrl).password));
    await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN NOINHERIT PASSWORD ${password}`);
    await client.query(`GRANT dripline_agency, dripline_client TO ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(ownerUrl), { username: name }).href;
}
