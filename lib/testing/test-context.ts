import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Db } from "@/db/client";
import { noGateways } from "@/lib/channels/open-gateways";
import { makeCtx, type Ctx } from "@/lib/context/context";
import type { PdfEngine } from "@/lib/engine/engine";
import { startEngine } from "@/lib/engine/pool";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { converterOf } from "@/lib/platform/converter-config";
import { defaultLimits } from "@/lib/platform/limits";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";

/**
 * One engine for all files that a worker runs: its threads and processes start once. It ends with the worker. Reset
 * modules get their own, because its errors are recognised by their class.
 */
let engine: PdfEngine | null = null;

/**
 * One for all contexts, so that `makeAccount` hashes the password of tests once a worker and not once a test. Refused
 * log-ins do not wait.
 */
const passwords = makePasswordHasher(undefined, { waitMs: 0 });

/**
 * A context with everything real but the mail: give it the database of `db/testing`. Call at the top of a test file;
 * the answered function makes a new context over `db`, so that figures and facts may differ from test to test.
 */
export function useTestContext(): (db: Db, changes?: Partial<Ctx>) => Ctx {
  let dataDir = "";
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), "paraph-blobs-"));
  });
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  // Started at the first use: most tests need no worker threads.
  const started = (): PdfEngine =>
    (engine ??= startEngine({
      distDir: path.resolve("dist"),
      maxPdfBytes: defaultLimits.pdfStreamedBytes,
      converter: converterOf({}, "/usr/local/bin:/usr/bin"),
    }));
  const lazyEngine = new Proxy({} as PdfEngine, { get: (_target, name): unknown => Reflect.get(started(), name) });
  return (db, changes = {}) =>
    makeCtx({
      db,
      blobs: folderBlobStore(path.join(dataDir, "blobs")),
      engine: lazyEngine,
      secrets: makeSecretBox("a secret for tests, of enough length"),
      passwords,
      log: pino({ level: "silent" }),
      limits: { ...defaultLimits },
      publicUrl: "http://localhost:3000",
      usesMessageInbox: true,
      isDemo: false,
      mailReports: { resendSecrets: [], token: null },
      messenger: { send: ({ idempotencyKey }) => Promise.resolve({ providerId: idempotencyKey }) },
      gateways: noGateways,
      outbound: guardedOutbound({ allow: [] }),
      signingKeyType: "p256",
      configuredSigners: () => Promise.resolve([]),
      timestamper: null,
      trustedRoots: [],
      variables: [],
      request: { id: "test-request", address: "192.0.2.1", userAgent: "test" },
      requestLog: { note: () => undefined, flush: () => Promise.resolve() },
      wakeOutbox: () => undefined,
      ...changes,
    });
}
