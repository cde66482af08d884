import path from "node:path";
import { connect } from "@/db/client";
import { augmentFile } from "@/lib/augmentation/augment";
import { enqueueRenewals } from "@/lib/augmentation/renewal";
import { folderBlobStore } from "@/lib/blobs/folder-blob-store";
import { config, type Config } from "@/lib/config";
import { makeCtx, type Ctx } from "@/lib/context";
import { prepareEvidence } from "@/lib/evidence/make-evidence";
import { addTalliesUp } from "@/lib/file-views/add-tallies-up";
import { compareFileReaders } from "@/lib/files/compare-file-readers";
import { sweepBlobs } from "@/lib/files/sweep-blobs";
import { sweepDrafts } from "@/lib/files/sweep-drafts";
import { sweepIdempotencyKeys } from "@/lib/idempotency/sweep";
import { makePasswordHasher } from "@/lib/keys/argon2-hasher";
import { openConfiguredSigner } from "@/lib/keys/configured-signer";
import { makeSecretBox } from "@/lib/keys/secret-box";
import { readTrustedRoots } from "@/lib/keys/trusted-roots";
import { makeLogger } from "@/lib/log";
import { keptMessenger } from "@/lib/messaging/kept";
import type { Messenger } from "@/lib/messaging/messenger";
import { openGateways } from "@/lib/messaging/open-gateways";
import { makeNotificationHandlers } from "@/lib/notifications/handlers";
import { keepMessage } from "@/lib/notifications/keep-message";
import { guardedOutbound } from "@/lib/outbound/guarded-outbound";
import { sweepDoneJobs } from "@/lib/outbox/sweep";
import { startOutboxWorker, type OutboxHandlers, type OutboxWorker } from "@/lib/outbox/worker";
import { httpTimestamper } from "@/lib/pades/timestamps/http-timestamper";
import { restingTimestamper } from "@/lib/pades/timestamps/resting-timestamper";
import { startEngine } from "@/lib/pdf-pool/pool";
import { makeRequestLog } from "@/lib/request-log/buffer";
import { sweepRequestLog } from "@/lib/request-log/sweep";
import { sweepCodes } from "@/lib/sign-methods/sweep-codes";
import { finishFile } from "@/lib/signing/finish";
import { startTelegramListener } from "@/lib/telegram/listen";
import { sweepDeliveries } from "@/lib/webhooks/sweep-deliveries";
import { startWebhookWorker, type WebhookWorker } from "@/lib/webhooks/worker";

/** The composition root: the only place that knows every adapter. */
export interface Runtime {
  ctx: Ctx;
  /** Ends the worker, the engine and the connections, in this order. */
  close(): Promise<void>;
}

const key = Symbol.for("paraph.runtime");
const holder = globalThis as { [key]?: Runtime };

/** The runtime of this process, made at the first call and kept on globalThis: Next bundles this module more than once. */
export function runtime(): Runtime {
  holder[key] ??= startRuntime(config());
  return holder[key];
}

function startRuntime(settings: Config): Runtime {
  const connection = connect(settings.databaseUrl);
  const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: settings.limits.pdfStreamedBytes });
  let worker: OutboxWorker | null = null;
  let webhooks: WebhookWorker | null = null;
  const signer = settings.signer ? openConfiguredSigner(settings.signer, new Date()) : Promise.resolve(null);
  // Whoever starts this process asks for it and says what is wrong; until then nobody has failed.
  signer.catch(() => undefined);
  const log = makeLogger(settings.logLevel);
  const ctx: Ctx = makeCtx({
    db: connection.db,
    blobs: folderBlobStore(path.join(settings.dataDir, "blobs")),
    engine,
    secrets: makeSecretBox(settings.appSecret, settings.previousAppSecret),
    passwords: makePasswordHasher(),
    log,
    limits: settings.limits,
    publicUrl: settings.publicUrl,
    gateways: openGateways(settings.gateways),
    outbound: guardedOutbound({ allow: settings.outboundAllow }),
    mailIsKept: settings.mail.kind === "kept",
    messenger: messengerOf(() => ctx, settings.mail),
    signingKeyType: settings.signingKeyType,
    configuredSigner: () => signer,
    timestamper: settings.tsaUrl === null ? null : restingTimestamper(httpTimestamper(settings.tsaUrl)),
    trustedRoots: settings.trustedRoots === null ? [] : readTrustedRoots(settings.trustedRoots),
    request: null,
    requestLog: makeRequestLog(connection.db, log),
    wakeOutbox() {
      worker?.wake();
      webhooks?.wake();
    },
  });
  if (settings.worker) {
    worker = startOutboxWorker(ctx, outboxHandlers(ctx));
    webhooks = startWebhookWorker(ctx, { schedule: settings.webhookSchedule });
  }
  const listener = settings.worker && ctx.gateways.telegram ? startTelegramListener(ctx, ctx.gateways.telegram) : null;
  const sweeps = settings.worker ? [startSweep(ctx), startAddingUp(ctx)] : [];
  return {
    ctx,
    async close() {
      sweeps.forEach((sweep) => clearInterval(sweep));
      await Promise.all([worker?.stop(), webhooks?.stop(), listener?.stop()]);
      await engine.close();
      await ctx.requestLog.flush();
      await connection.close();
      delete holder[key];
    },
  };
}

/** What has had its time goes within an hour (docs/spec/limits.md and I9 of docs/spec/guarantees.md#invariants): blobs of nobody, drafts, keys, deliveries, done jobs, codes. */
function startSweep(ctx: Ctx): NodeJS.Timeout {
  const sweep = (): void => {
    for (const work of [
      sweepBlobs,
      sweepDrafts,
      sweepIdempotencyKeys,
      sweepDeliveries,
      sweepDoneJobs,
      sweepCodes,
      sweepRequestLog,
      enqueueRenewals,
    ])
      void work(ctx).catch((error: unknown) => ctx.log.error({ err: error }, `${work.name} failed`));
  };
  return setInterval(sweep, 3_600_000).unref();
}

/** Every minute: until then each act is a row that lists read. */
function startAddingUp(ctx: Ctx): NodeJS.Timeout {
  return setInterval(
    () => void addTalliesUp(ctx).catch((error: unknown) => ctx.log.error({ err: error }, "addTalliesUp failed")),
    60_000,
  ).unref();
}

function outboxHandlers({ messenger }: Ctx): OutboxHandlers {
  return {
    ...makeNotificationHandlers({ messenger }),
    finish: (jobCtx, { fileId }) => finishFile(jobCtx, fileId),
    compareReaders: (jobCtx, { fileId }) => compareFileReaders(jobCtx, fileId),
    augment: (jobCtx, { fileId }) => augmentFile(jobCtx, fileId),
    evidence: (jobCtx, { fileId }) => prepareEvidence(jobCtx, fileId),
  };
}

/** The context is asked for at the first mail: it holds the messenger itself. */
function messengerOf(ctx: () => Ctx, mail: Config["mail"]): Messenger {
  if (mail.kind === "resend")
    return loadedAtFirstMail(async () => (await import("@/lib/messaging/resend")).resendMessenger(mail));
  if (mail.kind === "smtp")
    return loadedAtFirstMail(async () => (await import("@/lib/messaging/smtp")).smtpMessenger(mail));
  return keptMessenger((message) => keepMessage(ctx(), message));
}

/** Either mail library is 10 MB of memory, and a server needs one of them at most. */
function loadedAtFirstMail(load: () => Promise<Messenger>): Messenger {
  let loaded: Promise<Messenger> | null = null;
  return { send: async (message) => (await (loaded ??= load())).send(message) };
}
