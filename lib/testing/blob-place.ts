import { readFile, writeFile } from "node:fs/promises";
import type { BlobKey, BlobStore } from "@/lib/platform/blobs/blob-store";
import { FolderBlobStore } from "@/lib/platform/blobs/folder-blob-store";

/** The path of a blob in a test's store, to damage it. Throws for a store that is not a folder. */
export function placeOf(blobs: BlobStore, key: BlobKey): string {
  if (!(blobs instanceof FolderBlobStore)) throw new Error("the blobs of this test are not in a folder");
  return blobs.path(key);
}

/** Changes one bit, so that the size stays the same. Returns what restores the bytes. */
export async function flipBit(blobs: BlobStore, key: BlobKey): Promise<() => Promise<void>> {
  const place = placeOf(blobs, key);
  const bytes = await readFile(place);
  await writeFile(
    place,
    bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
  );
  return () => writeFile(place, bytes);
}
