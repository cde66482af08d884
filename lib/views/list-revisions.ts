import type { File } from "@/db/schema/files";
import { readSignerNames } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { getReadableFile } from "@/lib/documents/access";
import { readPdfs } from "@/lib/documents/envelopes/pdfs";
import type { RevisionWire } from "@/lib/documents/schema";
import { readSignedRevisions } from "@/lib/documents/signed-revisions";
import { toUuid } from "@/lib/platform/ids";
import type { PdfRevisions } from "./schema";

/**
 * The signed revisions of a document, oldest first, for those who may read it; none for a draft and for an envelope,
 * whose files have them. Throws `not_found`.
 */
export async function listRevisions(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ data: RevisionWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return { data: await revisionsOf(ctx, file, await readNames(ctx, file)) };
}

/** The signed revisions of each file of an envelope in order, or of the document itself. Throws `not_found`. */
export async function listPdfRevisions(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<PdfRevisions[]> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const names = await readNames(ctx, file);
  const pdfs: PdfRevisions[] = [];
  for (const pdf of await readPdfs(ctx, file))
    pdfs.push({ uuid: pdf.uuid, name: pdf.name, versions: await revisionsOf(ctx, pdf, names) });
  return pdfs;
}

/** Keyed by the id of the sign request. */
async function readNames(ctx: Ctx, { id, envelopeId }: File): Promise<ReadonlyMap<number, string>> {
  const signers = await readSignerNames(ctx, envelopeId ?? id);
  return new Map(signers.map((signer) => [signer.id, signer.name]));
}

async function revisionsOf(ctx: Ctx, file: File, names: ReadonlyMap<number, string>): Promise<RevisionWire[]> {
  const revisions = await readSignedRevisions(ctx, file);
  return revisions.map(({ revision, kind, signRequestId, field, at, sizeBytes, sha256 }) => ({
    revision,
    kind,
    signRequestId,
    signer: signRequestId === null ? null : (names.get(signRequestId) ?? null),
    field,
    signedAt: at.toISOString(),
    size: sizeBytes,
    sha256,
  }));
}
