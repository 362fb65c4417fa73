#!/bin/sh
# The role that serves: it owns its database and nothing else. A superuser would pass by the policies that
# keep organizations apart.
set -eu
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    -v password="$(cat "${TAGBRIDGE_PASSWORD_FILE:-/run/secrets/database-password}")" <<'SQL'
CREATE ROLE tagbridge LOGIN PASSWORD :'password';
CREATE DATABASE tagbridge OWNER tagbridge;
SQL
