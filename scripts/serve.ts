import "@/scripts/server/host-next";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readServiceFigures } from "@/lib/administration/health/service-figures";
import { resealEverything } from "@/lib/administration/secret-rotation/reseal-everything";
import { operations } from "@/lib/api/operations";
import { pathsOf, type Operation } from "@/lib/api/operations/operation";
import type { Ctx } from "@/lib/context/context";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { config, readConfig, type Config } from "@/lib/platform/config";
import { makeLogger } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/next/process-wide";
import { describeStorage } from "@/lib/platform/storage-config";
import type { Runtime } from "@/lib/runtime";
import { openConfiguredSigners } from "@/lib/x509/key-services/configured-signer";
import { makeAdmission } from "@/scripts/server/admission";
import type { DirectRoutes } from "@/scripts/server/direct-routes";
import { openEmbeddedDatabase, runningFile, type EmbeddedDatabase } from "@/scripts/server/embedded-database";
import { metadataFiles, openNext, sendFirstRequest } from "@/scripts/server/host-next";
import { makeHttpServer, type HttpServerOptions } from "@/scripts/server/http-server";
import { makeMetrics, type Metrics } from "@/scripts/server/metrics";
import { readVersion } from "@/scripts/server/operator-paths";
import { routeTable, type ApiRoute } from "@/scripts/server/route-table";
import { startTracing } from "@/scripts/server/start-tracing";
import { publicFiles, staticFiles, staticFolders } from "@/scripts/server/static-files";
import { makeDrainable, stopOnSignal } from "@/scripts/server/stop-on-signal";
import { ensureStartingAccount, seedDemoSoon, type DemoLogIn } from "./demo";
import { migrateDatabase } from "./migrate-database";
import { pairAtStart } from "./pair-at-start";
import { embeddedSecret, forgetPreviousSecret, previousEmbeddedSecret } from "./secrets";

/** The whole service in one process: database, migrations, pages and API. Started by scripts/start.mjs. */
const root = process.cwd();
const startedAt = Date.now();
/** Lets this process's own first request pass `/readyz`, which answers others only once the first account exists. */
const warmUpHeader = "x-paraph-warm-up";
const warmUpSecret = randomBytes(16).toString("hex");

async function serve(): Promise<void> {
  const isEmbedded = !process.env["DATABASE_URL"];
  const settings = isEmbedded ? embeddedConfig() : config();
  process.env["PUBLIC_URL"] = settings.publicUrl;
  process.env["NEXTAUTH_URL"] = settings.publicUrl;
  const log = makeLogger(settings.logLevel);
  const tracer = await startTracing(settings, log);
  // Next is loaded while Postgres starts, because both take about as long.
  const preparing = preparePages(settings);
  preparing.catch(() => undefined);
  const database = isEmbedded ? await embed(settings.dataDir) : null;
  const state = { drain: null as (() => Promise<void>) | null, stopping: false, ready: false };
  stopOnSignal(async () => {
    await stop(state, database, settings.dataDir);
    await tracer?.close();
  });
  // The runtime reads it again, but an invalid one must stop the start before anyone can reach the service.
  await openConfiguredSigners(settings.signers, new Date());
  const databaseUrl = database?.url ?? settings.databaseUrl;
  await migrateDatabase(databaseUrl, root);
  await pairAtStart(databaseUrl, settings.storage);
  const server = makeHttpServer({
    ...(await preparing),
    routeApi: routeTable(apiRoutes),
    routeOrigin: routeTable([...originRoutes, ...publicFiles(root), ...metadataFiles(root)]),
    publicUrl: settings.publicUrl,
    isProduction: settings.isProduction,
    trustedHops: settings.trustProxy,
    isStopping: () => state.stopping,
    isReady: (request) => state.ready || request.headers[warmUpHeader] === warmUpSecret,
    version: readVersion(root),
    metrics: settings.metricsToken === null ? null : await openMetrics(settings.metricsToken),
    admission: makeAdmission(),
    onDefect: (error, requestId) => log.error({ request: requestId, err: error }, "a defect"),
  });
  state.drain = makeDrainable(server);
  await listen(server, settings);
  const { ctx } = await warmUp(server);
  const demo = await ensureStartingAccount(ctx, settings);
  state.ready = true;
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(runningFile(settings.dataDir), JSON.stringify({ pid: process.pid, url: settings.publicUrl }));
  announce(settings, database !== null, demo);
  if (settings.previousAppSecret) void resealAtStart(ctx, isEmbedded ? settings.dataDir : null);
  if (demo) seedDemoSoon(ctx, root, demo, () => state.stopping);
}

async function warmUp(server: Server): Promise<Runtime> {
  const { status, text } = await sendFirstRequest(server, "/readyz", { [warmUpHeader]: warmUpSecret });
  if (status !== 200) throw new Error(`The service is not ready: ${text}`);
  const made = currentRuntime();
  if (!made) throw new Error("The service is not ready: nothing made its runtime.");
  return made;
}

/** Loads the routes, and Next for the pages, and returns the functions that admit and dispatch requests. */
async function preparePages(settings: Config): Promise<Pick<HttpServerOptions, "handle" | "admitPage">> {
  const answerPage = await openNext(root, settings);
  // In development Next compiles changed routes.
  if (!settings.isProduction) return { handle: answerPage, admitPage: null };
  const { routes, admitPage } = await loadRoutes();
  const answerStatic = staticFiles(staticFolders(root));
  return {
    admitPage,
    async handle(request, response) {
      if (await routes.answer(request, response)) return;
      if (await answerStatic(request, response)) return;
      await answerPage(request, response);
    },
  };
}

/** The routes in a separate bundle, which has one copy of each module, and creates the runtime. */
function loadRoutes(): Promise<{ routes: DirectRoutes } & Pick<HttpServerOptions, "admitPage">> {
  return import(pathToFileURL(path.join(root, "dist", "api.mjs")).href) as ReturnType<typeof loadRoutes>;
}

/** Every path and method below /api/v1, as defined by the operations. */
const apiRoutes = operations.filter(({ base }) => base !== "origin").flatMap(toRoutes);

/** Those at the origin itself, such as /healthz. */
const originRoutes = operations.filter(({ base }) => base === "origin").flatMap(toRoutes);

function toRoutes(operation: Operation): ApiRoute[] {
  return pathsOf(operation).map((path) => ({ method: operation.method, path }));
}

function openMetrics(token: string): Promise<Metrics> {
  return makeMetrics(token, {
    figures: () => {
      const made = currentRuntime();
      return made ? readServiceFigures(made.ctx) : Promise.reject(new Error("the service is starting"));
    },
    load: () => currentRuntime()?.load() ?? null,
  });
}

function currentRuntime(): Runtime | undefined {
  return processWide<{ runtime?: Runtime }>("runtime", () => ({})).runtime;
}

/**
 * The zero-setup mode: creates the secret that APP_SECRET would set, and validates everything but the database before
 * that starts.
 */
function embeddedConfig(): Config {
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!process.env["APP_SECRET"]) {
    process.env["APP_SECRET"] = embeddedSecret(dataDir);
    process.env["APP_SECRET_PREVIOUS"] ||= previousEmbeddedSecret(dataDir) ?? "";
  }
  return readConfig({ ...process.env, DATABASE_URL: "embedded" });
}

async function embed(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase(root, dataDir);
  process.env["DATABASE_URL"] = database.url;
  return database;
}

async function stop(
  state: { drain: (() => Promise<void>) | null; stopping: boolean },
  database: EmbeddedDatabase | null,
  dataDir: string,
): Promise<void> {
  state.stopping = true;
  await state.drain?.();
  rmSync(runningFile(dataDir), { force: true });
  await currentRuntime()?.close();
  await database?.stop();
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") reject(error);
      else
        reject(
          new Error(`Port ${String(port)} on ${host} is taken. Set PORT to another, for example: PORT=3001 npm start`),
        );
    });
    server.listen(port, host, () => resolve());
  });
}

function announce(settings: Config, isEmbedded: boolean, demo: DemoLogIn | null): void {
  const lines = [`Paraph runs at ${settings.publicUrl} (ready in ${((Date.now() - startedAt) / 1000).toFixed(1)} s)`];
  if (isEmbedded) lines.push(`  data         ${settings.dataDir} (embedded Postgres)`);
  if (settings.storage.kind === "s3") lines.push(`  documents    ${describeStorage(settings.storage)}`);
  if (demo) lines.push(`  log in as    ${demo.email}, password ${demo.password}`);
  lines.push(`  API          ${settings.publicUrl}/api/v1, explained at ${settings.publicUrl}/docs/api`);
  if (settings.changedLimits.length > 0) lines.push(`  limits       ${settings.changedLimits.join(", ")}`);
  if (settings.outboundAllow.length > 0)
    lines.push(`  may call     ${settings.outboundAllow.join(", ")} (OUTBOUND_ALLOW)`);
  if (settings.tsaUrl) lines.push(`  timestamps   ${httpTimestamper(settings.tsaUrl).url} (TSA_URL)`);
  if (settings.tsaUrl && !settings.trustedRoots)
    lines.push(
      "  warning      TSA_URL is set and TRUSTED_ROOTS is not: this service's own verifier trusts no timestamp until the authority's root is named there",
    );
  if (settings.traces)
    lines.push(`  traces       sent as ${settings.traces.serviceName} (OTEL_EXPORTER_OTLP_ENDPOINT)`);
  if (settings.webhookSchedule)
    lines.push(`  webhooks     tried again after ${settings.webhookSchedule.join(", ")} s (WEBHOOK_SCHEDULE)`);
  console.log(lines.join("\n"));
}

try {
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Completes a change of APP_SECRET while the server is already running, and logs what is left to do. `dataDir` is that
 * of the embedded mode, which keeps its secrets in files; null otherwise.
 */
async function resealAtStart(ctx: Ctx, dataDir: string | null): Promise<void> {
  try {
    const { resealed, unreadable } = await resealEverything(ctx);
    const isOurs = dataDir !== null && previousEmbeddedSecret(dataDir) !== null;
    if (isOurs) forgetPreviousSecret(dataDir);
    const next = isOurs ? "" : " APP_SECRET_PREVIOUS can go, once every process was started with the new secret.";
    console.log(`Everything is sealed under the new secret (${String(resealed)} values).${next}`);
    if (unreadable > 0)
      console.error(
        `${String(unreadable)} values cannot be decrypted with either secret. They were already unreadable.`,
      );
  } catch (error) {
    ctx.log.error({ err: error }, "sealing under the new secret stopped; it continues at the next start");
  }
}
