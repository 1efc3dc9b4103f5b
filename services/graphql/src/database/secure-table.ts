/**
 * The database roles of a request. The agency role sees every row. The client role sees the rows of the clients in the
 * request's scope (`access/scoped-pool.ts` sets it).
 */
export const AGENCY = 'dripline_agency';
export const CLIENT = 'dripline_client';

/** Returns a condition: the row belongs to a client that the request may see. `column` contains the client's id. */
export const isOfVisibleClient = (column = 'client_id') => `${column} = ANY ((SELECT visible_clients())::uuid[])`;
/** Returns a condition: the row belongs to a campaign of such a client. */
export const isOfVisibleCampaign = (column = 'campaign_id') => `${column} = ANY ((SELECT visible_campaigns())::uuid[])`;

/** Returns a condition: the row in `parent` that `key` refers to belongs to the same client. */
export const hasParentOfSameClient = (table: string, parent: string, key: string) =>
  `EXISTS (SELECT FROM ${parent} parent WHERE parent.id = ${table}.${key} AND parent.client_id = ${table}.client_id)`;
/** Returns a condition: the row is not being deleted, or the work is the deletion. */
export const isNotDeleting = `(NOT deleting OR sees_deleting())`;
/** Returns a condition: the row belongs to no campaign or sequence that is being deleted. */
export const isNotOfDeleting = (...columns: string[]) =>
  columns.map((column) => `${column} <> ALL ((SELECT deleting_parents())::uuid[])`).join(' AND ');

/** The access of the client role to a table. */
export interface ClientAccess {
  /** `SELECT`, or a list such as `SELECT, INSERT`. */
  privileges: string;
  /** The condition that selects the rows that the role may see. */
  visibleRows: string;
  /** The condition that selects the rows that the role may write. Defaults to `visibleRows`. */
  writableRows?: string;
}

/**
 * Returns the statements that secure a table: row-level security, also for its owner, with a policy for each role.
 * Without `access` the client role has no access. `shown` hides rows that are being deleted from both roles. A migration that creates a table must run them
 * (`secure-table.test.ts` checks it).
 */
export function secureTable(table: string, access?: ClientAccess, shown?: string): string {
  const hide = shown
    ? `CREATE POLICY hides_deleting ON ${table} AS RESTRICTIVE FOR SELECT TO ${AGENCY}, ${CLIENT} USING (${shown});`
    : '';
  const clientPolicy =
    access &&
    `
    CREATE POLICY client_sees_own ON ${table} TO ${CLIENT} USING (${access.visibleRows}) WITH CHECK (${access.writableRows ?? access.visibleRows});
    GRANT ${access.privileges} ON ${table} TO ${CLIENT};`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY owner_sees_all ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true);
    CREATE POLICY agency_sees_all ON ${table} TO ${AGENCY} USING (true) WITH CHECK (true);
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${AGENCY};${clientPolicy ?? ''}
    ${hide}`;
}
