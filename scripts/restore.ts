import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { restoreBackup, type RestoreReport } from "@/lib/administration/backup/restore-backup";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { readStorageConfig, type StorageConfig } from "@/lib/platform/storage-config";
import { backupPassphrase, openSource, problemText, showProgress } from "./backup-places";
import { connectDatabase, openDatabase } from "./connect-database";
import { migrateDatabase } from "./migrate-database";
import { pairAtStart } from "./pair-at-start";
import { existingSecret, restoreSecrets } from "./secrets";

const root = process.cwd();

/**
 * `npm run restore -- FILE` (or `s3://…`): restores a backup into an empty instance, checks every document, and
 * migrates the database to the schema of this version. Exits with 0, with 1 when nothing was restored, and with 3 when
 * documents are damaged, which are listed.
 */
async function main(args: readonly string[]): Promise<number> {
  const [file] = args;
  if (!file || args.length > 1)
    throw new Error("usage: npm run restore -- FILE, or npm run restore -- s3://bucket/name");
  const passphrase = backupPassphrase();
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  const storage = readStorageConfig(process.env);
  const database = await openDatabase(dataDir);
  try {
    const report = await restoreInto(database.url, { file, passphrase, dataDir, storage });
    await migrateDatabase(database.url, root);
    await pairAtStart(database.url, storage);
    return print(report, dataDir);
  } finally {
    await database.close();
  }
}

async function restoreInto(
  url: string,
  { file, passphrase, dataDir, storage }: { file: string; passphrase: string; dataDir: string; storage: StorageConfig },
): Promise<RestoreReport> {
  const given = process.env["APP_SECRET"] || null;
  const source = openSource(file);
  const client = await connectDatabase(url);
  const blobs = openBlobStore(storage);
  try {
    const report = await restoreBackup({
      source: source.place,
      passphrase,
      client,
      db: drizzle(client),
      blobs,
      migrationsFolder: path.join(root, "db", "migrations"),
      appSecret: given ?? existingSecret(dataDir),
      keepSecrets: given === null ? (secrets) => restoreSecrets(dataDir, secrets) : null,
      progress: showProgress,
    });
    // Without table statistics, Postgres would plan the first queries badly.
    await client.query("analyze");
    return report;
  } finally {
    await Promise.all([client.end(), blobs.close()]);
    source.close();
  }
}

function print(report: RestoreReport, dataDir: string): number {
  const { takenAt, version, documents, signatures, rows, blobs, problems } = report;
  if (process.stderr.isTTY) process.stderr.write("\n");
  console.log(`Restored the backup of ${takenAt} (version ${version}): ${String(rows)} rows, ${String(blobs)} blobs.`);
  console.log(
    `Documents checked: ${String(documents)}. Every hash and audit trail was compared, and one signature of each signed document (${String(signatures)}).`,
  );
  if (process.env["DATABASE_URL"] && !process.env["APP_SECRET"])
    console.log(
      `The application secret is in ${path.join(dataDir, "secret")}: start the service with it as APP_SECRET.`,
    );
  for (const { subject, notAfter } of report.configuredSigners)
    console.log(
      `The backup contains no private key for the certificate "${subject}" (until ${notAfter.slice(0, 10)}), because its key is configured outside the instance. Set the variables of its key and certificate before you start the service.`,
    );
  for (const { uuid, problem } of problems) console.log(`document ${uuid}: ${explanations[problem]}`);
  return problems.length === 0 ? 0 : 3;
}

const explanations: Record<RestoreReport["problems"][number]["problem"], string> = {
  missing: "a blob is missing",
  chain_broken: "the audit trail is invalid",
  signature_invalid: "no valid signature",
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(problemText(error));
  process.exitCode = 1;
}
