/** Where a blob lies: `{file uuid}/{sha256}`. Never shared between files, so that erasing one file cannot touch another. */
export type BlobKey = string;

const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/[0-9a-f]{64}$/;

/** Throws TypeError unless both parts are lower-case hexadecimal: nothing a user supplies becomes part of a path by accident. */
export function blobKey(fileUuid: string, sha256: string): BlobKey {
  return assertBlobKey(`${fileUuid}/${sha256}`);
}

export function assertBlobKey(key: string): BlobKey {
  if (!keyPattern.test(key)) {
    throw new TypeError("not a blob key");
  }
  return key;
}

export function isBlobKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Whether a folder of this name may hold blobs. */
export function isBlobFolder(name: string): boolean {
  return isBlobKey(`${name}/${"0".repeat(64)}`);
}

/** The uuid of the file that the blob belongs to. */
export function fileOfKey(key: BlobKey): string {
  return key.slice(0, key.indexOf("/"));
}

/** The hash that the blob's bytes must have. */
export function hashOfKey(key: BlobKey): string {
  return key.slice(key.indexOf("/") + 1);
}
