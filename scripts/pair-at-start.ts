import path from "node:path";
import { connect } from "@/db/client";
import { pairStorage } from "@/lib/documents/pair-storage";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";

/**
 * Refuses to start on a database and a data folder of two different instances: the first sweep would find every document unknown.
 * Throws PairingError; `force` makes them a pair whatever they hold.
 */
export async function pairAtStart(
  databaseUrl: string,
  dataDir: string,
  options: { force?: boolean } = {},
): Promise<void> {
  const connection = connect(databaseUrl, 1);
  try {
    await pairStorage(connection.db, folderBlobStore(path.join(dataDir, "blobs")), options);
  } finally {
    await connection.close();
  }
}
