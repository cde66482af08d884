import { s3BlobStore } from "@/lib/platform/blobs/s3/s3-blob-store";
import type { StorageConfig } from "@/lib/platform/storage-config";
import { countStorageError } from "@/lib/platform/telemetry/counters";
import { BlobError, type BlobStore } from "./blob-store";
import { folderBlobStore } from "./folder-blob-store";

/** The store that the configuration names. The caller closes it. */
export function openBlobStore(storage: StorageConfig): BlobStore {
  return withCountedErrors(storage.kind === "folder" ? folderBlobStore(storage.root) : s3BlobStore(storage));
}

/** Not the store's: the caller sent too many bytes. */
const ofCallers = new Set(["too_large"]);

/** The same store, whose errors are counted for `/metrics`. */
export function withCountedErrors(store: BlobStore): BlobStore {
  return new Proxy(store, {
    get(_store, name) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, store, given);
        if (result instanceof Promise) result.catch(count);
        return result;
      };
    },
  });
}

/** Errors of Node have a code; those of callers, such as a source that breaks off, mostly none. */
function count(error: unknown): void {
  const isOfStore = error instanceof BlobError || (error instanceof Error && "syscall" in error);
  if (!isOfStore || !("code" in error) || typeof error.code !== "string" || ofCallers.has(error.code)) return;
  countStorageError(error.code);
}
