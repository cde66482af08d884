import type { StorageConfig } from "../storage-config";
import type { BlobStore } from "./blob-store";
import { withCountedErrors } from "./counted-errors";
import { folderBlobStore } from "./folder-blob-store";
import { s3BlobStore } from "./s3/s3-blob-store";

/** The store that the configuration names. The caller closes it. */
export function openBlobStore(storage: StorageConfig): BlobStore {
  return withCountedErrors(storage.kind === "folder" ? folderBlobStore(storage.root) : s3BlobStore(storage));
}
