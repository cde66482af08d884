import path from "node:path";
import { connect } from "@/db/client";
import { correctStorageTallies } from "@/lib/accounts/stored-bytes";
import { makeRequestLog } from "@/lib/api/request-log/buffer";
import { sweepRequestLog } from "@/lib/api/request-log/list";
import { inboxMessenger, type Messenger } from "@/lib/channels/messenger";
import { openGateways } from "@/lib/channels/open-gateways";
import { makeCtx, type Ctx } from "@/lib/context/context";
import { sweepIdempotencyKeys } from "@/lib/context/idempotency/keys";
import { sweepAttempts } from "@/lib/context/rates/counters";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { storeMail } from "@/lib/delivery/notifications/send";
import { startTelegramListener } from "@/lib/delivery/telegram/listen";
import { startWebhookWorker, sweepDeliveries } from "@/lib/delivery/webhooks/worker";
import { checkStoredBlobs } from "@/lib/documents/storage/hourly-check";
import { sweepBlobs, sweepDrafts } from "@/lib/documents/sweep";
import { compareFileReaders } from "@/lib/documents/upload/compare-file-readers";
import { startEngine } from "@/lib/engine/pool";
import { prepareEvidence } from "@/lib/evidence/make-evidence";
import { sweepRetention } from "@/lib/evidence/retention/sweep";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { restingTimestamper } from "@/lib/pades/timestamps/resting-timestamper";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { config, shownConfiguration, type Config } from "@/lib/platform/config";
import { dayMs, hourMs } from "@/lib/platform/locale/format";
import { makeLogger } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/next/process-wide";
import { requestStore } from "@/lib/platform/next/served-request";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import type { EngineLoad } from "@/lib/platform/telemetry/counters";
import { outsideSpans } from "@/lib/platform/telemetry/tracing";
import type { Worker } from "@/lib/records/leased-work";
import { sweepDoneJobs } from "@/lib/records/outbox/enqueue";
import { startOutboxWorker, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { pauseAfterFailure } from "@/lib/requests/bulk/control";
import { sendBulkRows } from "@/lib/requests/bulk/send-rows";
import { reviveBulkSends, sweepBulkRows } from "@/lib/requests/bulk/start";
import { augmentFile, enqueueRenewals } from "@/lib/signing/augmentation/augment";
import { sweepVisitorCodes } from "@/lib/signing/direct-links/visitor-code";
import { sweepDrawings } from "@/lib/signing/drawing/phone-drawing";
import { finishFile } from "@/lib/signing/finish";
import { sweepCodes } from "@/lib/signing/proof/store-code";
import { addTalliesUp } from "@/lib/views/dashboard/dashboard-query";
import { openConfiguredSigners } from "@/lib/x509/key-services/configured-signer";
import { readTrustedRoots } from "@/lib/x509/trusted-roots";

export interface ProcessLoad {
  engine: EngineLoad[];
  /** Connections to the database: open, open and unused, and how many callers wait for one. */
  database: { open: number; idle: number; waiting: number };
}

/** The composition root: the only module that imports every adapter. */
export interface Runtime {
  ctx: Ctx;
  /** How busy this process is, now. */
  load(): ProcessLoad;
  /** Ends the worker, the engine and the connections, in this order. */
  close(): Promise<void>;
}

const holder = processWide<{ runtime?: Runtime }>("runtime", () => ({}));

/**
 * The runtime of this process, created by the first call. It is created outside of the request that calls, whose id and
 * trace the loops of the workers would otherwise keep.
 */
export function runtime(): Runtime {
  holder.runtime ??= requestStore.exit(() => outsideSpans(() => startRuntime(config())));
  return holder.runtime;
}

/**
 * Longer than a transaction may last, so that the commit of a noted delivery still wakes the worker. Most instances
 * have no webhook at all.
 */
const deliveryMs = 30_000;

function startRuntime(settings: Config): Runtime {
  const connection = connect(settings.databaseUrl);
  const engine = startEngine({
    distDir: path.resolve("dist"),
    maxPdfBytes: settings.limits.pdfStreamedBytes,
    converter: settings.converter,
  });
  let worker: Worker | null = null;
  let webhooks: Worker | null = null;
  let deliveriesUntil = 0;
  const signers = openConfiguredSigners(settings.signers, new Date());
  // Callers await it and report the error; an early rejection must not count as unhandled.
  signers.catch(() => undefined);
  const log = makeLogger(settings.logLevel);
  const ctx: Ctx = makeCtx({
    db: connection.db,
    blobs: openBlobStore(settings.storage),
    engine,
    secrets: makeSecretBox(settings.appSecret, settings.previousAppSecret),
    passwords: makePasswordHasher(),
    log,
    limits: settings.limits,
    publicUrl: settings.publicUrl,
    gateways: openGateways(settings.gateways),
    outbound: guardedOutbound({ allow: settings.outboundAllow }),
    usesMessageInbox: settings.mail.kind === "inbox",
    isDemo: settings.isLoopback && settings.admin === null,
    mailReports: settings.mailReports,
    messenger: messengerOf(() => ctx, settings.mail),
    signingKeyType: settings.signingKeyType,
    configuredSigners: () => signers,
    timestamper: settings.tsaUrl === null ? null : restingTimestamper(httpTimestamper(settings.tsaUrl)),
    trustedRoots: settings.trustedRoots === null ? [] : readTrustedRoots(settings.trustedRoots),
    variables: shownConfiguration(),
    request: null,
    requestLog: makeRequestLog(connection.db, log),
    wakeOutbox() {
      worker?.wake();
      if (performance.now() < deliveriesUntil) webhooks?.wake();
    },
    noteDelivery() {
      deliveriesUntil = performance.now() + deliveryMs;
    },
  });
  if (settings.worker) {
    worker = startOutboxWorker(ctx, outboxHandlers(ctx));
    webhooks = startWebhookWorker(ctx, { schedule: settings.webhookSchedule });
  }
  const listener = settings.worker && ctx.gateways.telegram ? startTelegramListener(ctx, ctx.gateways.telegram) : null;
  const sweeps = settings.worker ? [startSweep(ctx), startAddingUp(ctx), ...startCorrectingStorage(ctx)] : [];
  return {
    ctx,
    load: () => ({
      engine: engine.load(),
      database: {
        open: connection.pool.totalCount,
        idle: connection.pool.idleCount,
        waiting: connection.pool.waitingCount,
      },
    }),
    async close() {
      sweeps.forEach((sweep) => clearInterval(sweep));
      await Promise.all([worker?.stop(), webhooks?.stop(), listener?.stop()]);
      await engine.close();
      await ctx.blobs.close();
      await ctx.requestLog.flush();
      await connection.close();
      delete holder.runtime;
    },
  };
}

/**
 * Deletes expired data every hour (docs/spec/limits.md and I9 of docs/spec/guarantees.md#invariants): orphaned blobs,
 * drafts, keys, deliveries, done jobs, codes, counters. Checks a slice of the
 * stored bytes as well.
 */
function startSweep(ctx: Ctx): NodeJS.Timeout {
  const sweep = (): void => {
    for (const work of [
      sweepBlobs,
      sweepDrafts,
      sweepIdempotencyKeys,
      sweepDeliveries,
      sweepDoneJobs,
      sweepCodes,
      sweepVisitorCodes,
      sweepAttempts,
      sweepDrawings,
      sweepRequestLog,
      enqueueRenewals,
      sweepRetention,
      reviveBulkSends,
      sweepBulkRows,
      checkStoredBlobs,
    ])
      logFailure(ctx, work);
  };
  return setInterval(sweep, 3_600_000).unref();
}

/** Every minute, because until then lists have to read a row for each change. */
function startAddingUp(ctx: Ctx): NodeJS.Timeout {
  return setInterval(() => logFailure(ctx, addTalliesUp), 60_000).unref();
}

/**
 * Daily, because summing up everything stored takes seconds on a large instance. Also an hour after the start, for
 * servers that are restarted every day.
 */
function startCorrectingStorage(ctx: Ctx): NodeJS.Timeout[] {
  const correctStorage = async (): Promise<void> => {
    const corrected = await correctStorageTallies(ctx);
    if (corrected.length > 0) ctx.log.warn({ corrected }, "the storage of accounts was corrected");
  };
  const correct = (): void => logFailure(ctx, correctStorage);
  return [setTimeout(correct, hourMs).unref(), setInterval(correct, dayMs).unref()];
}

function logFailure(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): void {
  void work(ctx).catch((error: unknown) => ctx.log.error({ err: error }, `${work.name} failed`));
}

function outboxHandlers({ messenger }: Ctx): OutboxHandlers {
  const notifications = makeNotificationHandlers({ messenger });
  return {
    ...notifications,
    onFailure: { ...notifications.onFailure, bulkSend: pauseAfterFailure },
    finish: (jobCtx, { fileId }) => finishFile(jobCtx, fileId),
    compareReaders: (jobCtx, { fileId }) => compareFileReaders(jobCtx, fileId),
    augment: (jobCtx, { fileId }) => augmentFile(jobCtx, fileId),
    evidence: (jobCtx, { fileId }) => prepareEvidence(jobCtx, fileId),
    bulkSend: (jobCtx, bulkSend) => sendBulkRows(jobCtx, bulkSend),
  };
}

/** The context is read at the first e-mail, because it contains the messenger itself. */
function messengerOf(ctx: () => Ctx, mail: Config["mail"]): Messenger {
  if (mail.kind === "resend")
    return loadedAtFirstMail(async () => (await import("@/lib/channels/resend")).resendMessenger(mail));
  if (mail.kind === "smtp")
    return loadedAtFirstMail(async () => (await import("@/lib/channels/smtp")).smtpMessenger(mail));
  return inboxMessenger((message) => storeMail(ctx(), message));
}

/** Each e-mail library takes 10 MB of memory, and a server needs at most one of them. */
function loadedAtFirstMail(load: () => Promise<Messenger>): Messenger {
  let loaded: Promise<Messenger> | null = null;
  return { send: async (message) => (await (loaded ??= load())).send(message) };
}
