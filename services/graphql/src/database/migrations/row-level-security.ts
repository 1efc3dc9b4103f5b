/** The database roles of a request: the agency's sees every row, a client's sees the rows of clients that the request may open. */
export const AGENCY = 'dripline_agency';
export const CLIENT = 'dripline_client';

/** A condition on `client_id`, or another column that names a client. */
export const ofVisibleClient = (column = 'client_id') => `${column} = ANY ((SELECT visible_clients())::uuid[])`;
/** The same on `campaign_id`. */
export const ofVisibleCampaign = (column = 'campaign_id') => `${column} = ANY ((SELECT visible_campaigns())::uuid[])`;

/** A condition on two columns that the row in `parent` that `key` names is the same client's. */
export const ofSameClient = (table: string, parent: string, key: string) =>
  `EXISTS (SELECT FROM ${parent} parent WHERE parent.id = ${table}.${key} AND parent.client_id = ${table}.client_id)`;
/** A condition on an outbox entry: its subject is a row of these tables that the caller may see. */
export const ofVisibleSubject = (tables: string[]) =>
  tables.map((table) => `EXISTS (SELECT FROM ${table} subject WHERE subject.id = subject_id)`).join(' OR ');

/** What the client role may do with a table. */
export interface ClientAccess {
  /** `SELECT`, or a list such as `SELECT, INSERT`. */
  may: string;
  /** Which rows. */
  rows: string;
  /** The rows that it may write, where these are fewer. */
  check?: string;
}

/**
 * Statements that secure a table: row-level security, forced on its owner too, with a policy for each role. Without `access`
 * the client role has no rights. Every migration that creates a table runs this for it; `row-level-security.test.ts` checks.
 */
export function secure(table: string, access?: ClientAccess): string {
  const clientPolicy =
    access &&
    `
    CREATE POLICY client_sees_own ON ${table} TO ${CLIENT} USING (${access.rows}) WITH CHECK (${access.check ?? access.rows});
    GRANT ${access.may} ON ${table} TO ${CLIENT};`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY owner_sees_all ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true);
    CREATE POLICY agency_sees_all ON ${table} TO ${AGENCY} USING (true) WITH CHECK (true);
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${AGENCY};${clientPolicy ?? ''}`;
}
