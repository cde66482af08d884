import { readSignerNames } from "@/lib/accounts/find";
import { getReadableFile } from "@/lib/documents/access";
import type { RevisionWire } from "@/lib/documents/schema";
import { readSignedRevisions } from "@/lib/documents/signed-revisions";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";

/** The signed revisions of a document, oldest first, for those who may read it; none for a draft. Throws `not_found`. */
export async function listRevisions(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ data: RevisionWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const revisions = await readSignedRevisions(ctx, file);
  const names = new Map((await readSignerNames(ctx, file.envelopeId ?? file.id)).map(({ id, name }) => [id, name]));
  return {
    data: revisions.map(({ revision, kind, signRequestId, field, at, sizeBytes, sha256 }) => ({
      revision,
      kind,
      signRequestId,
      signer: signRequestId === null ? null : (names.get(signRequestId) ?? null),
      field,
      signedAt: at.toISOString(),
      size: sizeBytes,
      sha256,
    })),
  };
}
