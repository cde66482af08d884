import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import pino from "pino";
import { connect, type DatabaseConnection } from "@/db/client";
import { folderBlobStore } from "@/lib/blobs/folder-blob-store";
import { makeCtx, type Ctx } from "@/lib/context";
import { makePasswordHasher } from "@/lib/keys/argon2-hasher";
import { makeSecretBox } from "@/lib/keys/secret-box";
import { defaultLimits } from "@/lib/limits";
import { noGateways } from "@/lib/messaging/open-gateways";
import { guardedOutbound } from "@/lib/outbound/guarded-outbound";
import type { PdfEngine } from "@/lib/pdf-pool/engine";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { migrateDatabase } from "@/scripts/migrate-database";
import { fillDatabase } from "@/tools/fill/fill-database";

export interface ScaleDatabase {
  dataDir: string;
  connection: DatabaseConnection;
  ctx: Ctx;
  postmasterPid: number;
  close: () => Promise<void>;
}

/** A filled database and a context over it, without an engine: nothing that is measured reads a PDF. `kept` is a data folder that stays, filled at its first use. */
export async function openScaleDatabase(documents: number, kept: string | null): Promise<ScaleDatabase> {
  const isFilled = kept !== null && existsSync(path.join(kept, "postgres"));
  const dataDir = kept ?? (await mkdtemp(path.join(os.tmpdir(), "paraph-scale-")));
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  await migrateDatabase(postgres.url, process.cwd());
  if (!isFilled) await fill(postgres.url, documents);
  const connection = connect(postgres.url);
  return {
    dataDir,
    connection,
    ctx: contextOver(connection, dataDir),
    postmasterPid: postgres.pid,
    close: async () => {
      await connection.close();
      await postgres.stop();
      if (kept === null) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function fill(url: string, documents: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase(client, documents, () => undefined);
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

function contextOver({ db }: DatabaseConnection, dataDir: string): Ctx {
  return makeCtx({
    db,
    blobs: folderBlobStore(path.join(dataDir, "blobs")),
    engine: {} as PdfEngine,
    secrets: { ...makeSecretBox("a secret for measuring, of enough length"), open: () => Buffer.alloc(16) },
    passwords: makePasswordHasher(),
    log: pino({ level: "silent" }),
    limits: { ...defaultLimits },
    publicUrl: "https://sign.scale.example",
    mailIsKept: true,
    messenger: { send: ({ idempotencyKey }) => Promise.resolve({ providerId: idempotencyKey }) },
    gateways: noGateways,
    outbound: guardedOutbound({ allow: [] }),
    signingKeyType: "p256",
    configuredSigner: () => Promise.resolve(null),
    timestamper: null,
    trustedRoots: [],
    request: null,
    requestLog: { note: () => undefined, flush: () => Promise.resolve() },
    wakeOutbox: () => undefined,
  });
}
