import type { File } from "@/db/schema/files";
import { getOwnFile, lockOwnFile } from "@/lib/documents/access";
import { isEnvelope } from "@/lib/documents/envelopes/parts";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";

/** The requester's own envelope. Throws as `getOwnFile`; a document is `not_found`. */
export async function getOwnEnvelope(ctx: Ctx, actor: Actor, { uuid }: { uuid: string }): Promise<File> {
  return asEnvelope(await getOwnFile(ctx, actor, { uuid: toUuid(uuid) }));
}

/** As `getOwnEnvelope`, holding its lock until the transaction ends. */
export async function lockOwnEnvelope(ctx: Ctx, actor: Actor, { uuid }: { uuid: string }): Promise<File> {
  return asEnvelope(await lockOwnFile(ctx, actor, { uuid: toUuid(uuid) }));
}

function asEnvelope(file: File): File {
  if (!isEnvelope(file)) throw new DomainError("not_found");
  return file;
}
