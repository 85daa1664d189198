#!/bin/sh
# Debian's PostgreSQL with the settings of the official image, which the machine of the test may not be able to fetch.
set -eu
data=/var/lib/postgresql/data
programs=$(echo /usr/lib/postgresql/*/bin)
install -d -m 700 -o postgres -g postgres "$data"
install -d -o postgres -g postgres /var/run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  runuser -u postgres -- "$programs/initdb" -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 -E UTF8 --locale=C
  echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | runuser -u postgres -- "$programs/postgres" --single -D "$data" postgres
fi
exec runuser -u postgres -- "$programs/postgres" -D "$data" -c listen_addresses='*'
