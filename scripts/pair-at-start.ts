import { connect } from "@/db/client";
import { pairStorage } from "@/lib/documents/storage/pair-storage";
import { confirmStoppedSweep } from "@/lib/documents/sweep";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { openBlobStore } from "@/lib/platform/blobs/open-blob-store";
import { describeStorage, type StorageConfig } from "@/lib/platform/storage-config";

/**
 * Refuses to start with a database and a storage of two different instances, because the first sweep would consider
 * every document unknown. Throws PairingError; `force` makes them a pair whatever they contain, and confirms the
 * database after a stopped sweep.
 */
export async function pairAtStart(
  databaseUrl: string,
  storage: StorageConfig,
  options: { force?: boolean } = {},
): Promise<void> {
  const connection = connect(databaseUrl, 1);
  const blobs = openBlobStore(storage);
  try {
    if (storage.kind === "s3") await blobs.check();
    await pairStorage(connection.db, blobs, options);
    if (options.force) await confirmStoppedSweep(connection.db);
  } catch (error) {
    throw explained(error, storage);
  } finally {
    await blobs.close();
    await connection.close();
  }
}

/**
 * Shows an operator why the store refuses: its code, such as `SignatureDoesNotMatch` or `NoSuchBucket`, but never a
 * key.
 */
function explained(error: unknown, storage: StorageConfig): unknown {
  if (!(error instanceof BlobError) || error.code !== "unavailable") return error;
  const reason = error.cause instanceof Error ? error.cause.message : error.detail;
  return new Error(`The documents cannot be stored in ${describeStorage(storage)}: ${reason}`);
}
