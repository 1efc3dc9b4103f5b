import { Client } from 'pg';

/**
 * Makes the role that the services sign in as, or gives it its password anew: it owns nothing and may nothing by itself, but act as those that the migration made.
 * Its password is the owner's. Answers its URL.
 */
export async function limitRole(ownerUrl: string, name = 'dripline_app'): Promise<string> {
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
