#!/usr/bin/env bash
# Creates the roles and databases when Postgres starts with an empty volume, see "Create the database" in docs/operate/install.md.
set -euo pipefail
password() { cat "/run/passwords/$1"; }
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$(password owner)" -v app="$(password app)" -v temporal="$(password temporal)" <<'SQL'
CREATE ROLE dripline_agency NOLOGIN;
CREATE ROLE dripline_client NOLOGIN;
CREATE ROLE dripline_owner LOGIN PASSWORD :'owner';
CREATE ROLE dripline_app LOGIN NOINHERIT PASSWORD :'app';
GRANT dripline_agency, dripline_client TO dripline_app;
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE dripline OWNER dripline_owner;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE dripline, temporal, temporal_visibility FROM PUBLIC;
GRANT CONNECT ON DATABASE dripline TO dripline_app;
\c dripline
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CREATE, USAGE ON SCHEMA public TO dripline_owner;
SQL
