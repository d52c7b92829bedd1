#!/bin/sh
# Makes the database and its two roles, none of them a superuser: krosmaster_owner owns the tables and migrates them,
# krosmaster is the site's own. The image of PostgreSQL runs it once, on an empty volume; elsewhere a superuser does, with
# psql 15 or newer, and OWNER_PASSWORD and SITE_PASSWORD in the environment. What krosmaster may do, `manage.py migrate`
# grants.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "${PGDATABASE:-postgres}" --username "${POSTGRES_USER:-postgres}" <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv site_password SITE_PASSWORD
CREATE ROLE krosmaster_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE krosmaster LOGIN PASSWORD :'site_password';
CREATE DATABASE krosmaster OWNER krosmaster_owner;
REVOKE ALL ON DATABASE krosmaster FROM PUBLIC;
GRANT CONNECT ON DATABASE krosmaster TO krosmaster;
\connect krosmaster
REVOKE CREATE ON SCHEMA public FROM PUBLIC; -- which they have on a server before PostgreSQL 15
SQL
