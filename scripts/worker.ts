import { once } from "node:events";
import type { Server } from "node:http";
import { readServiceFigures } from "@/lib/administration/health/service-figures";
import { config, type Config } from "@/lib/platform/config";
import { runtime, type Runtime } from "@/lib/runtime";
import { openConfiguredSigners } from "@/lib/x509/key-services/configured-signer";
import { pairAtStart } from "./pair-at-start";
import { makeMetrics } from "./server/metrics";
import { makeWorkerServer, readVersion } from "./server/operator-paths";
import { startTracing } from "./server/start-tracing";
import { stopOnSignal } from "./server/stop-on-signal";

/**
 * `npm run worker`: the outbox worker in a separate process, beside servers started with WORKER=0. It needs the
 * DATABASE_URL, APP_SECRET and storage of those servers. The embedded database belongs to its only server, which runs
 * its own worker.
 */
try {
  if (!process.env["DATABASE_URL"])
    throw new Error("Set DATABASE_URL: with the embedded database, the server does the work itself.");
  process.env["WORKER"] = "1";
  const settings = config();
  await openConfiguredSigners(settings.signers, new Date());
  await pairAtStart(settings.databaseUrl, settings.storage);
  const made = runtime();
  const tracer = await startTracing(settings, made.ctx.log);
  const server = settings.workerPort === null ? null : await serve(settings, settings.workerPort, made);
  stopOnSignal(async () => {
    server?.close();
    await made.close();
    await tracer?.close();
  });
  made.ctx.log.info({ dataDir: settings.dataDir }, "worker started");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function serve({ host, metricsToken }: Config, port: number, made: Runtime): Promise<Server> {
  const sources = { figures: () => readServiceFigures(made.ctx), load: () => made.load() };
  const metrics = metricsToken === null ? null : await makeMetrics(metricsToken, sources);
  const server = makeWorkerServer({ version: readVersion(process.cwd()), metrics });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
