import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, inject } from "vitest";
import { connect, type DatabaseConnection, type Db } from "@/db/client";

export interface TestDatabase extends DatabaseConnection {
  url: string;
}

/**
 * A database with the complete schema and the rows of the run's template (one setting). No connection is possible after
 * `close`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = await takeDatabase(serverUrl);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const connection = connect(url.href);
  return {
    ...connection,
    url: url.href,
    close: async () => {
      await connection.close();
      await giveBack(serverUrl, name);
    },
  };
}

/**
 * The database of all files of a worker that roll back, and its connection, on which statements are planned already. It
 * ends with the run.
 */
let shared: TestDatabase | null = null;

/**
 * For most tests: each test is inside a transaction that is rolled back afterwards. A `ctx.tx` becomes a savepoint.
 * Everything runs on one connection, so tests of races use `useCommittedDatabase`.
 */
export function useRolledBackDatabase(): () => Db {
  let current: { db: Db; rollback: () => Promise<void> } | null = null;
  beforeAll(async () => {
    if (shared && !(await isLikeNew(shared))) {
      await shared.close();
      shared = null;
    }
    shared ??= await testDatabase();
  });
  beforeEach(async () => {
    if (shared) current = await openTransaction(shared.db);
  });
  afterEach(async () => {
    await current?.rollback();
    current = null;
  });
  return () => {
    if (!current) throw new Error("the database is there only while a test runs");
    return current.db;
  };
}

/** For tests of races and crashes: each test has a separate database, with real commits on real connections. */
export function useCommittedDatabase(): () => TestDatabase {
  let current: TestDatabase | null = null;
  beforeEach(async () => {
    current = await testDatabase();
  });
  afterEach(async () => {
    await current?.close();
    current = null;
  });
  return () => {
    if (!current) throw new Error("the database is there only while a test runs");
    return current;
  };
}

/** Makes it like a new database, unless it has grown too large for that. */
async function isLikeNew({ pool }: TestDatabase): Promise<boolean> {
  const client = await pool.connect();
  try {
    if (template === null || (await hasGrown(client))) return false;
    await forget(client, template);
    return true;
  } finally {
    client.release();
  }
}

class Rollback extends Error {}

/** Drizzle provides a transaction only inside a callback; this one stays open until the test has ended. */
async function openTransaction(db: Db): Promise<{ db: Db; rollback: () => Promise<void> }> {
  let end = (): void => undefined;
  let transaction: Promise<void> = Promise.resolve();
  const opened = new Promise<Db>((resolve, reject) => {
    transaction = db.transaction(async (inner) => {
      // A test may run other programs for longer than the product lets a transaction be idle.
      await inner.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      resolve(inner);
      await new Promise<void>((finish) => (end = finish));
      throw new Rollback();
    });
    transaction.catch(reject);
  });
  const inner = await opened;
  return {
    db: inner,
    rollback: async () => {
      end();
      await transaction.catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    },
  };
}

/**
 * The schema and the rows of the run's template, against which a used database is checked and from which it is
 * refilled.
 */
interface Template {
  schema: string;
  rows: readonly { table: string; rows: unknown }[];
  /** The state of each sequence; `last` is null for an unused one. */
  sequences: readonly { name: string; start: string; last: string | null }[];
}

/**
 * Copying the template takes 20 times as long as emptying a database that a test of this process has used. A spare
 * database is renamed immediately, so that connections left open by its test do not find it.
 */
const spares: string[] = [];
let template: Template | null = null;

/** Size limit above the template's. Planning depends on the pages left by deleted rows, and emptying takes longer. */
const mostBytesAbove = 4_000_000;
let templateBytes = 0;

/** Name of a database with the schema and the rows of the template: a spare one or a new copy. */
async function takeDatabase(serverUrl: string): Promise<string> {
  for (let spare = spares.pop(); spare !== undefined; spare = spares.pop()) {
    if (await emptied(serverUrl, spare)) return spare;
    await dropDatabase(serverUrl, spare);
  }
  const name = newName();
  await administer(serverUrl, `create database ${name} template template`);
  template ??= await onDatabase(serverUrl, name, readTemplate);
  return name;
}

/** Closes its connections and keeps it for a later test. */
async function giveBack(serverUrl: string, name: string): Promise<void> {
  const spare = newName();
  await administer(serverUrl, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  // Fails if a program left behind by the test connects again.
  const isRenamed = await administer(serverUrl, `alter database ${name} rename to ${spare}`).then(
    () => true,
    () => false,
  );
  if (isRenamed) spares.push(spare);
  else await dropDatabase(serverUrl, name);
}

const newName = (): string => `test_${randomBytes(6).toString("hex")}`;

const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  administer(serverUrl, `drop database ${name} with (force)`);

/** Everything that a test can change by DDL: any change results in another text. */
const schemaQuery = `
  select md5(string_agg(part, ' ' order by part)) as schema from (
    select 'class ' || oid || ' ' || coalesce(reloptions::text, '') from pg_class where oid >= 16384 and relkind <> 't'
    union all select 'column ' || attrelid || ' ' || attnum || ' ' || xmin from pg_attribute where attrelid >= 16384 and attnum > 0
    union all select 'trigger ' || oid || ' ' || tgenabled::text from pg_trigger
    union all select 'constraint ' || oid || ' ' || xmin from pg_constraint
    union all select 'function ' || oid || ' ' || xmin from pg_proc where oid >= 16384
    union all select 'setting ' || setconfig::text from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())
  ) parts (part)`;

const userTables = `
  select c.oid, n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.oid >= 16384 and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and pg_relation_size(c.oid) > 0`;

async function readTemplate(client: pg.Client): Promise<Template> {
  templateBytes = await sizeOf(client);
  const { rows: tables } = await client.query<{ table: string }>(userTables);
  const rows = [];
  for (const { table } of tables) {
    const found = await client.query<{ rows: unknown }>(`select json_agg(t) as rows from ${table} t`);
    rows.push({ table, rows: found.rows[0]?.rows ?? [] });
  }
  const { rows: sequences } = await client.query<Template["sequences"][number]>(
    "select format('%I.%I', schemaname, sequencename) as name, start_value as start, last_value as last from pg_sequences",
  );
  return { schema: await schemaOf(client), rows, sequences };
}

async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schemaQuery);
  return rows[0]?.schema ?? "";
}

async function sizeOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes);
}

/**
 * Whether the database equals the template again. Deletes despite all triggers, including those of the audit trail,
 * which are always enabled.
 */
function emptied(serverUrl: string, name: string): Promise<boolean> {
  return onDatabase(serverUrl, name, async (client) => {
    const wanted = template;
    if (wanted === null || (await hasGrown(client)) || (await schemaOf(client)) !== wanted.schema) return false;
    await client.query("set session_replication_role = replica");
    await client.query(`do $$
      declare
        found record;
        watching record;
      begin
        for found in ${userTables} loop
          for watching in select tgname as name from pg_trigger where tgrelid = found.oid and tgenabled = 'A' loop
            execute format('alter table %s disable trigger %I', found.table, watching.name);
          end loop;
          execute 'delete from ' || found.table;
          for watching in select tgname as name from pg_trigger where tgrelid = found.oid and tgenabled = 'D' loop
            execute format('alter table %s enable always trigger %I', found.table, watching.name);
          end loop;
        end loop;
      end $$`);
    await forget(client, wanted);
    for (const { table, rows } of wanted.rows) {
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    return true;
  });
}

async function hasGrown(client: pg.ClientBase): Promise<boolean> {
  return (await sizeOf(client)) > templateBytes + mostBytesAbove;
}

/**
 * Removes what deleted rows leave behind: statistics, used ids, and their space, because rows read without an order
 * must come in insertion order, as in a new database.
 */
async function forget(client: pg.ClientBase, wanted: Template): Promise<void> {
  await client.query(`do $$
    declare
      found record;
    begin
      for found in ${userTables} loop
        perform pg_clear_relation_stats(found.schema, found.name);
      end loop;
      delete from pg_statistic where starelid >= 16384;
    end $$`);
  const { rows: used } = await client.query<{ table: string }>(userTables);
  if (used.length > 0) await client.query(`vacuum (truncate) ${used.map(({ table }) => table).join(", ")}`);
  await client.query(
    `select setval(s.name::regclass, coalesce(s.last, s.start), s.last is not null)
     from json_to_recordset($1) as s (name text, start bigint, last bigint)`,
    [JSON.stringify(wanted.sequences)],
  );
}

/** To the database that no test uses, kept because a connection costs as much CPU time as a simple test. */
let administering: Promise<pg.Client> | null = null;

/** Runs a statement that concerns whole databases. */
async function administer(serverUrl: string, statement: string, values: unknown[] = []): Promise<void> {
  administering ??= opened(serverUrl, "postgres");
  await (await administering).query(statement, values);
}

async function onDatabase<T>(serverUrl: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await opened(serverUrl, name);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function opened(serverUrl: string, name: string): Promise<pg.Client> {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}
