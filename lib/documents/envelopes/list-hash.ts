import { sha256Hex } from "@/lib/platform/blobs/sha256";

/**
 * The hash of an envelope: the hash of its file list in `sha256sum` format, with uuids as names. Imports nothing,
 * because the offline check uses it.
 */
export function listHash(files: readonly { uuid: string; sha256: string }[]): string {
  return sha256Hex(files.map(({ uuid, sha256 }) => `${sha256}  ${uuid}\n`).join(""));
}
