import { AGENCY, CLIENT } from '../../secure-table';

/** Drops all tables except TypeORM's own, and all functions, types and privileges. */
export const dropEverything = `
DO $$
DECLARE item record;
BEGIN
  FOR item IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
    EXECUTE format('DROP TABLE %I CASCADE', item.name);
  END LOOP;
  DROP EXTENSION pg_trgm, btree_gin, pgcrypto;
  FOR item IN SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
    EXECUTE 'DROP FUNCTION ' || item.name || ' CASCADE';
  END LOOP;
  FOR item IN SELECT oid::regtype::text AS name FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'e' LOOP
    EXECUTE 'DROP TYPE ' || item.name;
  END LOOP;
  FOR item IN SELECT policyname AS name FROM pg_policies WHERE schemaname = 'public' AND tablename = 'migrations' LOOP
    EXECUTE format('DROP POLICY %I ON migrations', item.name);
  END LOOP;
END $$;
ALTER TABLE migrations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE migrations DISABLE ROW LEVEL SECURITY;
REVOKE USAGE ON SCHEMA public FROM ${AGENCY}, ${CLIENT};
`;
