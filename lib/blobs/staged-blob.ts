import { rm } from "node:fs/promises";
import { BlobError } from "./blob-errors";
import { hashOfKey } from "./blob-key";
import type { StagedBlob } from "./blob-store";
import type { WrittenFile } from "./write-file";

/** `moveInto` renames the synced file to where a key lives. */
export function stagedBlob(
  path: string,
  written: WrittenFile,
  moveInto: (path: string, key: string) => Promise<void>,
): StagedBlob {
  return {
    path,
    ...written,
    async adopt(key) {
      assertHash(key, written.sha256);
      await moveInto(path, key);
    },
    discard: () => rm(path, { force: true }),
  };
}

/** Throws `integrity` unless the key is the name of these bytes. */
export function assertHash(key: string, sha256: string): void {
  if (hashOfKey(key) !== sha256) {
    throw new BlobError("integrity", `the bytes are not those that ${key} names`);
  }
}
