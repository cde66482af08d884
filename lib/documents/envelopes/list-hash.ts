import { createHash } from "node:crypto";

/** The hash of an envelope: that of the list of its files, as `sha256sum` prints it with uuids for names. Imports nothing: the offline check uses it. */
export function listHash(files: readonly { uuid: string; sha256: string }[]): string {
  return createHash("sha256")
    .update(files.map(({ uuid, sha256 }) => `${sha256}  ${uuid}\n`).join(""))
    .digest("hex");
}
