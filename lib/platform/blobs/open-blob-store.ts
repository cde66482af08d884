import type { StorageConfig } from "@/lib/platform/storage-config";
import { countStorageError } from "@/lib/platform/telemetry/counters";
import { BlobError, type BlobStore } from "./blob-store";
import { folderBlobStore } from "./folder-blob-store";
import { s3BlobStore } from "./s3-blob-store";

/** The configured store. The caller closes it. */
export function openBlobStore(storage: StorageConfig): BlobStore {
  return withCountedErrors(storage.kind === "folder" ? folderBlobStore(storage.root) : s3BlobStore(storage));
}

/** Not an error of the store: the caller sent too many bytes. */
const ofCallers = new Set(["too_large"]);

/** The store, with its errors counted for `/metrics`. */
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

/** Node errors have a code. Errors of callers, such as an aborted source, mostly have none. */
function count(error: unknown): void {
  const isOfStore = error instanceof BlobError || (error instanceof Error && "syscall" in error);
  if (!isOfStore || !("code" in error) || typeof error.code !== "string" || ofCallers.has(error.code)) return;
  countStorageError(error.code);
}
