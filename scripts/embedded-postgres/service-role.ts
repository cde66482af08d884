import { createHmac } from "node:crypto";
import pg from "pg";

/**
 * The server's role. It owns its database, and may not read files, run programs, create roles or change settings of
 * Postgres.
 */
const serviceRole = "paraph";

/** An arbitrary constant: starts at the same instant take turns on this lock. */
const turnLock = 7_302_033;

/**
 * Everything in the database that does not belong to the role yet: nothing in a new cluster, everything in one of an
 * earlier version.
 */
const takeOver = `
do $$
declare statement text;
begin
  for statement in
    select format('alter schema %I owner to ${serviceRole}', n.nspname) from pg_namespace n
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspowner <> '${serviceRole}'::regrole
    union all
    select format('alter %s %I.%I owner to ${serviceRole}', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relowner <> '${serviceRole}'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))
    union all
    select format('alter type %I.%I owner to ${serviceRole}', n.nspname, t.typname) from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typtype in ('e', 'd') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and t.typowner <> '${serviceRole}'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    union all
    select format('alter routine %s owner to ${serviceRole}', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and p.proowner <> '${serviceRole}'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`;

/**
 * Creates the server's role and gives it the database at `superuserUrl`, with everything that an earlier version
 * created there as superuser. Returns the URL for the role. Idempotent.
 */
export async function ensureServiceRole(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl);
  const password = createHmac("sha256", decodeURIComponent(url.password)).update(serviceRole).digest("base64url");
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [turnLock]);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [serviceRole]);
    // A password's hash cannot be compared, and setting the password each time would be a write at every start.
    if (rowCount === 0)
      await client.query(
        `create role ${serviceRole} login password '${password}' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
      );
    await client.query(`alter database ${client.escapeIdentifier(url.pathname.slice(1))} owner to ${serviceRole}`);
    await client.query(takeOver);
    await client.query("commit");
  } finally {
    await client.end();
  }
  url.username = serviceRole;
  url.password = password;
  return url.href;
}
