/** The roles as which the service works: the agency's sees every row, a tenant's those of the clients that the request may open. */
export const AGENCY = 'dripline_agency';
export const TENANT = 'dripline_tenant';

/** A condition on `client_id`, or another column that names a client. */
export const ofVisibleClient = (column = 'client_id') => `${column} = ANY ((SELECT visible_clients())::uuid[])`;
/** The same on `campaign_id`. */
export const ofVisibleCampaign = (column = 'campaign_id') => `${column} = ANY ((SELECT visible_campaigns())::uuid[])`;

/** A condition on two columns that the row in `parent` that `key` names is the same client's. */
export const ofSameClient = (table: string, parent: string, key: string) =>
  `EXISTS (SELECT FROM ${parent} parent WHERE parent.id = ${table}.${key} AND parent.client_id = ${table}.client_id)`;
/** Whom Temporal is told of, in the outbox: only what the caller sees of these tables. */
export const ofVisibleSubject = (tables: string[]) =>
  tables.map((table) => `EXISTS (SELECT FROM ${table} subject WHERE subject.id = subject_id)`).join(' OR ');

/** What somebody who is not of the agency may do with a table. */
export interface TenantAccess {
  /** `SELECT`, or a list such as `SELECT, INSERT`. */
  may: string;
  /** Which rows. */
  rows: string;
  /** Which rows it may leave behind, where that is narrower. */
  check?: string;
}

/**
 * The statements that close a table: each table has row-level security, forced on its owner too, and says what each role may. Without `access` a tenant may nothing at all.
 * A migration that makes a table runs this for it; `row-security.test.ts` fails for a table without.
 */
export function secure(table: string, access?: TenantAccess): string {
  const tenant =
    access &&
    `
    CREATE POLICY tenant_sees_own ON ${table} TO ${TENANT} USING (${access.rows}) WITH CHECK (${access.check ?? access.rows});
    GRANT ${access.may} ON ${table} TO ${TENANT};`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY owner_sees_all ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true);
    CREATE POLICY agency_sees_all ON ${table} TO ${AGENCY} USING (true) WITH CHECK (true);
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${AGENCY};${tenant ?? ''}`;
}

/** What undoes it. */
export function unsecure(table: string): string {
  return `
    DROP POLICY IF EXISTS tenant_sees_own ON ${table};
    DROP POLICY agency_sees_all ON ${table};
    DROP POLICY owner_sees_all ON ${table};
    REVOKE ALL ON ${table} FROM ${AGENCY}, ${TENANT};
    ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;`;
}
