import path from "node:path";
import { connect } from "@/db/client";
import { checkDocuments } from "@/lib/documents/check-documents";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { describeStorage, readStorageConfig, type StorageConfig } from "@/lib/platform/storage-config";
import { openDatabase } from "./open-database";
import { pairAtStart } from "./pair-at-start";

/**
 * `npm run doctor [-- --pair]`: writes a probe to the storage, reads every stored document and names those whose bytes are missing or altered. Works beside a running
 * server. `--pair` first makes the database and the storage a pair. Ends with 0 when everything is there, 1 when something is wrong.
 */
async function main(): Promise<number> {
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  const storage = readStorageConfig(process.env);
  const database = await openDatabase(dataDir);
  try {
    await pairAtStart(database.url, storage, { force: process.argv.includes("--pair") });
    return await report(database.url, storage);
  } finally {
    await database.close();
  }
}

async function report(url: string, storage: StorageConfig): Promise<number> {
  const connection = connect(url, 1);
  const blobs = openBlobStore(storage);
  let damaged = 0;
  try {
    const store = { db: connection.db, blobs };
    for await (const { uuid, problem, sha256 } of checkDocuments(store, { readBytes: true })) {
      damaged += 1;
      console.log(`document ${uuid}: ${problem} (SHA-256 ${sha256})`);
    }
  } finally {
    await blobs.close();
    await connection.close();
  }
  console.log(
    damaged === 0
      ? "Every stored document is there and unaltered."
      : `${String(damaged)} stored parts are missing or altered. Restore them from a backup of ${describeStorage(storage)}.`,
  );
  return damaged === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
