import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";

export interface ExternalPostgres {
  /** A TCP connection, as from another machine. */
  url: string;
  /** The result of a statement `select … as n`. */
  count: (statement: string) => Promise<number>;
  /** All rows of such a statement. */
  list: (statement: string) => Promise<number[]>;
  /** Runs statements that return nothing. */
  run: (statements: string) => Promise<void>;
  stop(): Promise<void>;
}

/** A separate Postgres, not started by the servers that use it. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-postgres-"));
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: folder });
  // It only listens on a socket in a private folder.
  const socketFile = path.join(postgres.socketDir, ".s.PGSQL.5432");
  const listener = createServer((from) => {
    const to = connect(socketFile);
    from.on("error", () => to.destroy()).on("close", () => to.destroy());
    to.on("error", () => from.destroy()).on("close", () => from.destroy());
    from.pipe(to).pipe(from);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = new URL(postgres.url);
  url.hostname = "127.0.0.1";
  url.port = String((listener.address() as AddressInfo).port);
  url.search = "";
  return {
    url: url.href,
    count: (statement) => countIn(postgres.url, statement),
    list: (statement) => listIn(postgres.url, statement),
    run: (statements) => connected(postgres.url, async (client) => void (await client.query(statements))),
    async stop() {
      listener.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function countIn(url: string, statement: string): Promise<number> {
  return (await listIn(url, statement))[0] ?? Number.NaN;
}

function listIn(url: string, statement: string): Promise<number[]> {
  return connected(url, async (client) =>
    (await client.query<{ n: string }>(statement)).rows.map(({ n }) => Number(n)),
  );
}

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
