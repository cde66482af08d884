import { readFileSync } from "node:fs";
import path from "node:path";

/** The URL of a server's own Postgres, for data that no operation returns. It changes with each start. */
export function embeddedDatabase(dataDir: string): string {
  const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8");
  const socketDir = readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[4] ?? "";
  return `postgres://app:${password}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}
