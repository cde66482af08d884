import { Resolver } from "node:dns/promises";
import path from "node:path";
import { connect, type DatabaseConnection } from "@/db/client";
import { correctStorageTallies } from "@/lib/accounts/stored-bytes";
import { certificateEnds } from "@/lib/authority/authorities";
import { checkDocuments, type DamagedDocument } from "@/lib/documents/storage/check-documents";
import { rememberDamaged } from "@/lib/documents/storage/damaged-blobs";
import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { readConfig, type Config } from "@/lib/platform/config";
import { describeStorage, readStorageConfig, type StorageConfig } from "@/lib/platform/storage-config";
import { openConfiguredSigners } from "@/lib/x509/key-services/configured-signer";
import { openDatabase } from "./connect-database";
import { checkAddress } from "./doctor/check-names";
import {
  checkCertificates,
  checkClock,
  checkConverter,
  checkMail,
  checkStorage,
  checkTimestamps,
} from "./doctor/check-services";
import { finding, lineOf, type Finding } from "./doctor/finding";
import { pairAtStart } from "./pair-at-start";
import { existingSecret } from "./secrets";

/**
 * `npm run doctor [-- --quick] [--pair] [--dkim=SELECTOR]`: checks configuration, DNS, e-mail, storage, time-stamping,
 * the converter, clocks and certificates, corrects the storage totals of accounts, then reads every stored document and
 * lists those whose bytes are missing or altered. Works beside a running server. `--quick` skips totals and documents.
 * `--pair` first makes the database and the storage a pair. Exits with 0, or with 1 when a check fails.
 */
async function main(): Promise<number> {
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  const storage = readStorageConfig(process.env);
  const settings = readSettings(dataDir);
  const found: Finding[] = [];
  const tell = (...findings: Finding[]): void => {
    for (const one of findings) console.log(lineOf(one));
    found.push(...findings);
  };
  if (typeof settings === "string")
    tell(finding("configuration", "failing", "configuration_wrong", { message: settings }));
  else {
    tell(finding("configuration", "ok", "configuration_read"));
    const names = new Resolver({ timeout: 3000, tries: 2 });
    tell(...(await checkAddress(settings.publicUrl, names)));
    tell(...(await checkMail(settings.mail, names, optionOf("--dkim="))));
    tell(...(await checkTimestamps(settings)));
    tell(await checkConverter(settings.converter));
  }
  const database = await openDatabase(dataDir);
  try {
    await pairAtStart(database.url, storage, { force: process.argv.includes("--pair") });
    await checkStored(database.url, storage, typeof settings === "string" ? null : settings, tell);
  } finally {
    await database.close();
  }
  return found.some(({ state }) => state === "failing") ? 1 : 0;
}

/** The configuration as the server would read it, or its error. */
function readSettings(dataDir: string): Config | string {
  const isEmbedded = !process.env["DATABASE_URL"];
  const made = isEmbedded
    ? { DATABASE_URL: "embedded", APP_SECRET: process.env["APP_SECRET"] || existingSecret(dataDir) || undefined }
    : {};
  try {
    return readConfig({ ...process.env, ...made });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function optionOf(prefix: string): string | null {
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? null;
}

type Tell = (...findings: Finding[]) => void;

async function checkStored(url: string, storage: StorageConfig, settings: Config | null, tell: Tell): Promise<void> {
  const connection = connect(url, 1);
  const blobs = openBlobStore(storage);
  try {
    tell(await checkClock(() => readClock(connection)));
    if (settings) tell(...(await findCertificates(connection, settings)));
    tell(await checkStorage(blobs, describeStorage(storage)));
    if (process.argv.includes("--quick")) return;
    tell(await checkTotals(connection));
    tell(await checkEveryDocument(connection, blobs, describeStorage(storage)));
  } finally {
    await blobs.close();
    await connection.close();
  }
}

async function readClock({ pool }: DatabaseConnection): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  return rows[0]?.ms ?? Number.NaN;
}

async function findCertificates({ db }: DatabaseConnection, settings: Config): Promise<Finding[]> {
  const now = new Date();
  try {
    const signers = await openConfiguredSigners(settings.signers, now);
    const ctx = { db, signingKeyType: settings.signingKeyType, configuredSigners: () => Promise.resolve(signers) };
    return checkCertificates(await certificateEnds(ctx), now);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [finding("certificates", "failing", "certificates_unreadable", { message })];
  }
}

async function checkTotals({ db }: DatabaseConnection): Promise<Finding> {
  const { length: count } = await correctStorageTallies({ db });
  return count === 0
    ? finding("quotas", "ok", "storage_agrees")
    : finding("quotas", "warning", "storage_corrected", { count });
}

async function checkEveryDocument({ db }: DatabaseConnection, blobs: BlobStore, place: string): Promise<Finding> {
  let count = 0;
  for await (const damaged of checkDocuments({ db, blobs }, { readBytes: true })) {
    count += 1;
    console.log(`${nameOf(damaged)}: ${damaged.problem} (SHA-256 ${damaged.sha256})`);
    // A database that the new version has not migrated yet has no place for it.
    await rememberDamaged({ db }, [damaged]).catch(() => undefined);
  }
  return count === 0
    ? finding("documents", "ok", "documents_whole")
    : finding("documents", "failing", "documents_damaged", { count, place });
}

function nameOf({ uuid, templateId, attachedTo }: DamagedDocument): string {
  if (attachedTo !== null) return `document ${attachedTo}, attachment ${uuid}`;
  return templateId === null ? `document ${uuid}` : `template ${String(templateId)}, document ${uuid}`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
