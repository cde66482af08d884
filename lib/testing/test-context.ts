import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Db } from "@/db/client";
import { folderBlobStore } from "@/lib/blobs/folder-blob-store";
import { makeCtx, type Ctx } from "@/lib/context";
import { makePasswordHasher } from "@/lib/keys/argon2-hasher";
import { makeSecretBox } from "@/lib/keys/secret-box";
import { defaultLimits } from "@/lib/limits";
import { noGateways } from "@/lib/messaging/open-gateways";
import { guardedOutbound } from "@/lib/outbound/guarded-outbound";
import type { PdfEngine } from "@/lib/pdf-pool/engine";
import { startEngine } from "@/lib/pdf-pool/pool";

/**
 * A context with everything real but the mail: give it the database of `db/testing`. Call at the top of a test file; the
 * answered function makes a new context over `db`, so that figures and facts may differ from test to test.
 */
export function useTestContext(): (db: Db, changes?: Partial<Ctx>) => Ctx {
  let engine: PdfEngine | null = null;
  let dataDir = "";
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), "paraph-blobs-"));
  });
  afterAll(async () => {
    await engine?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  // Started at the first use: most tests need no worker threads.
  const started = (): PdfEngine =>
    (engine ??= startEngine({ distDir: path.resolve("dist"), maxPdfBytes: defaultLimits.pdfStreamedBytes }));
  const lazyEngine = new Proxy({} as PdfEngine, { get: (_target, name): unknown => Reflect.get(started(), name) });
  return (db, changes = {}) =>
    makeCtx({
      db,
      blobs: folderBlobStore(path.join(dataDir, "blobs")),
      engine: lazyEngine,
      secrets: makeSecretBox("a secret for tests, of enough length"),
      passwords: makePasswordHasher(),
      log: pino({ level: "silent" }),
      limits: { ...defaultLimits },
      publicUrl: "http://localhost:3000",
      mailIsKept: true,
      messenger: { send: ({ idempotencyKey }) => Promise.resolve({ providerId: idempotencyKey }) },
      gateways: noGateways,
      outbound: guardedOutbound({ allow: [] }),
      signingKeyType: "p256",
      configuredSigner: () => Promise.resolve(null),
      timestamper: null,
      trustedRoots: [],
      request: { id: "test-request", address: "192.0.2.1", userAgent: "test" },
      requestLog: { note: () => undefined, flush: () => Promise.resolve() },
      wakeOutbox: () => undefined,
      ...changes,
    });
}
