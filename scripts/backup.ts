import { existsSync } from "node:fs";
import path from "node:path";
import { noteBackup } from "@/lib/administration/backup/last-backup";
import { makeBackup, type BackupReport } from "@/lib/administration/backup/make-backup";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { readStorageConfig } from "@/lib/platform/storage-config";
import packageJson from "@/package.json";
import { backupPassphrase, openSink, problemText, showProgress } from "./backup-places";
import { connectDatabase, openDatabase } from "./connect-database";
import { existingSecrets } from "./secrets";

const usage =
  "usage: npm run backup -- FILE, npm run backup -- s3://bucket/name, or npm run --silent backup -- - to write to standard output";

/**
 * `npm run backup -- FILE` (or `s3://…`): writes database, documents and secret to one encrypted file, also while the
 * service is running. After an interruption, another run continues it. Exits with 0, with 1 when there is no backup,
 * and with 3 when there is one but some documents were already damaged.
 */
async function main(args: readonly string[]): Promise<number> {
  const [target] = args;
  if (!target || args.length > 1) throw new Error(usage);
  const passphrase = backupPassphrase();
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  if (!existsSync(dataDir)) throw new Error(`There is nothing to back up in ${dataDir}. Is DATA_DIR right?`);
  const secrets = existingSecrets(dataDir);
  if (!secrets) throw new Error(`There is no secret in ${dataDir}, and APP_SECRET is not set.`);
  const storage = readStorageConfig(process.env);
  const sink = openSink(target);
  const database = await openDatabase(dataDir);
  try {
    const blobs = openBlobStore(storage);
    const [lock, snapshot] = [await connectDatabase(database.url), await connectDatabase(database.url)];
    try {
      const report = await makeBackup({
        connections: { lock, snapshot },
        blobs,
        sink: sink.place,
        passphrase,
        secrets,
        version: packageJson.version,
        progress: showProgress,
      });
      await noteBackup(lock);
      return print(report);
    } finally {
      await Promise.all([lock.end(), snapshot.end(), blobs.close()]);
    }
  } finally {
    await database.close();
    sink.close();
  }
}

/** Prints to standard error, because the backup may go to standard output. */
function print({ documents, rows, blobs, continued, damaged }: BackupReport): number {
  if (process.stderr.isTTY) process.stderr.write("\n");
  const megabytes = (blobs.bytes / 1e6).toFixed(1);
  console.error(
    `Backed up ${String(documents)} documents: ${String(rows)} rows, ${String(blobs.count)} blobs of ${megabytes} MB.`,
  );
  if (continued > 0) console.error(`${String(continued)} blobs were already stored by an interrupted backup.`);
  for (const { key, problem } of damaged) console.error(`${problem}: ${key.replace("/", ", SHA-256 ")}`);
  return damaged.length === 0 ? 0 : 3;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(problemText(error));
  process.exitCode = 1;
}
