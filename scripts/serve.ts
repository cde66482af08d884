import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { config, readConfig, type Config } from "@/lib/config";
import { migrateDatabase } from "./migrate-database";
import { embeddedSecret } from "./secrets";
import { apiRoutes } from "./server/api-routes";
import { openEmbeddedDatabase, runningFile, type EmbeddedDatabase } from "./server/embedded-database";
import { makeHttpServer } from "./server/http-server";
import { routeTable } from "./server/route-table";
import { drain, stopWhenAsked } from "./server/stop-when-asked";

/** The whole service in one process: database, migrations, pages and API. Started by scripts/start.mjs. */
const root = process.cwd();
const startedAt = Date.now();

async function serve(): Promise<void> {
  // Loaded while Postgres starts: it takes about as long.
  const loadingNext = import("next");
  loadingNext.catch(() => undefined);
  const database = process.env["DATABASE_URL"] ? null : await embed();
  const settings = config();
  const state = { server: null as Server | null, stopping: false };
  stopWhenAsked(() => stop(state, database, settings.dataDir));
  process.env["PUBLIC_URL"] = settings.publicUrl;
  await migrateDatabase(settings.databaseUrl, root);
  const { default: next } = await loadingNext;
  const app = next({ dev: !settings.isProduction, dir: root, hostname: settings.host, port: settings.port });
  await app.prepare();
  const handleNext = app.getRequestHandler();
  state.server = makeHttpServer({
    handle: (request, response) => handleNext(request, response),
    route: routeTable(apiRoutes),
    publicUrl: settings.publicUrl,
    trustedHops: settings.trustProxy,
    isStopping: () => state.stopping,
    onDefect: (error, requestId) => console.error(`request ${requestId}:`, error),
  });
  await listen(state.server, settings);
  writeFileSync(runningFile(settings.dataDir), JSON.stringify({ pid: process.pid, url: settings.publicUrl }));
  announce(settings, database !== null);
}

/** The zero-setup mode: makes what DATABASE_URL and APP_SECRET would say, and checks the rest before Postgres starts. */
async function embed(): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(process.env["DATA_DIR"] ?? ".data");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  process.env["APP_SECRET"] ??= embeddedSecret(dataDir);
  readConfig({ ...process.env, DATABASE_URL: "embedded" });
  const database = await openEmbeddedDatabase(root, dataDir);
  process.env["DATABASE_URL"] = database.url;
  return database;
}

async function stop(state: { server: Server | null; stopping: boolean }, database: EmbeddedDatabase | null, dataDir: string): Promise<void> {
  state.stopping = true;
  if (state.server) await drain(state.server);
  rmSync(runningFile(dataDir), { force: true });
  await database?.stop();
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") reject(error);
      else reject(new Error(`Port ${String(port)} on ${host} is taken. Set PORT to another, for example: PORT=3001 npm start`));
    });
    server.listen(port, host, () => resolve());
  });
}

function announce(settings: Config, isEmbedded: boolean): void {
  const lines = [`Paraph runs at ${settings.publicUrl} (ready in ${((Date.now() - startedAt) / 1000).toFixed(1)} s)`];
  if (isEmbedded) lines.push(`  data         ${settings.dataDir} (embedded Postgres)`);
  lines.push(`  API          ${settings.publicUrl}/api/v1, described in ${settings.publicUrl}/openapi.json`);
  if (settings.changedLimits.length > 0) lines.push(`  limits       ${settings.changedLimits.join(", ")}`);
  console.log(lines.join("\n"));
}

try {
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
