import { config } from "@/lib/platform/config";
import { runtime } from "@/lib/runtime";
import { openConfiguredSigners } from "@/lib/x509/configured-signer";
import { pairAtStart } from "./pair-at-start";
import { stopWhenAsked } from "./server/stop-when-asked";

/**
 * `npm run worker`: the outbox worker in its own process, beside servers started with WORKER=0. It needs the DATABASE_URL, APP_SECRET and
 * storage of those servers. The embedded database belongs to its one server, which runs its own worker.
 */
try {
  if (!process.env["DATABASE_URL"])
    throw new Error("Set DATABASE_URL: with the embedded database, the server does the work itself.");
  process.env["WORKER"] = "1";
  const { signers, databaseUrl, dataDir, storage } = config();
  await openConfiguredSigners(signers, new Date());
  await pairAtStart(databaseUrl, storage);
  const made = runtime();
  stopWhenAsked(() => made.close());
  made.ctx.log.info({ dataDir }, "worker started");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
