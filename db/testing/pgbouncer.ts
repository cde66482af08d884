import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/embedded-postgres/free-port";

export interface PgBouncer {
  /** URL of the same database through the pooler: `?pgbouncer=true`. */
  url: string;
  /** Without the parameter, as an operator who forgot it would configure it. */
  unmarkedUrl: string;
  stop(): Promise<void>;
}

const nobody = 65534;

/**
 * Debian's PgBouncer in transaction mode in front of the database at `url`, with fewer connections than its clients
 * open.
 */
export async function startPgBouncer(url: string, connections = 6): Promise<PgBouncer> {
  const target = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-pgbouncer-"));
  const name = target.pathname.slice(1);
  const place = [
    `host=${target.searchParams.get("host") ?? target.hostname}`,
    ...(target.port ? [`port=${target.port}`] : []),
    `dbname=${name}`,
    `user=${target.username}`,
    `password='${decodeURIComponent(target.password)}'`,
  ].join(" ");
  const settings = [
    "[databases]",
    `${name} = ${place}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${String(port)}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${String(connections)}`,
    "max_client_conn = 200",
  ].join("\n");
  writeFileSync(path.join(folder, "pgbouncer.ini"), settings);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const owned of [folder, path.join(folder, "pgbouncer.ini")]) chownSync(owned, nobody, nobody);
  const child = spawn("pgbouncer", [path.join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer did not start: ${printed}`);
    await sleep(20);
  }
  const through = `postgres://${target.username}@127.0.0.1:${String(port)}/${name}`;
  return {
    url: `${through}?pgbouncer=true`,
    unmarkedUrl: through,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
