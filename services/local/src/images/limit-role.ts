import { Client } from 'pg';

/** Makes the role that the services use: it reads and writes rows of what the owner made, owns nothing and makes nothing. Its password is the owner's. */
export async function limitRole(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      CREATE ROLE app LOGIN PASSWORD ${client.escapeLiteral(decodeURIComponent(new URL(ownerUrl).password))};
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      GRANT USAGE ON SCHEMA public TO app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app;
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO app;
    `);
  } finally {
    await client.end();
  }
}
