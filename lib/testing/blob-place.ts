import type { BlobKey, BlobStore } from "@/lib/platform/blobs/blob-store";
import { FolderBlobStore } from "@/lib/platform/blobs/folder-blob-store";

/** The path of a blob in a test's store, to damage it. Throws for a store that is not a folder. */
export function placeOf(blobs: BlobStore, key: BlobKey): string {
  if (!(blobs instanceof FolderBlobStore)) throw new Error("the blobs of this test are not in a folder");
  return blobs.path(key);
}
