import { asc, eq } from "drizzle-orm";
import { envelopeSignatures, files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { isEnvelope } from "@/lib/documents/envelopes/pdfs";
import type { CommittedSignature } from "./commit";
import type { LinkPage } from "./schema";

/** A committed signature and its updated file. The caller has authorised the actor. */
export async function readSigned(ctx: Ctx, signRequestId: number): Promise<CommittedSignature> {
  const [row] = await ctx.db
    .select({ file: files, signature: signRequests.signature })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(eq(signRequests.id, signRequestId));
  if (!row?.signature) throw new Error(`sign request ${signRequestId} is not signed`);
  return withFiles(ctx, { file: row.file, signature: row.signature }, signRequestId);
}

/** Adds the files of an envelope that this signer has signed. */
export async function withFiles(
  ctx: Ctx,
  signed: CommittedSignature,
  signRequestId: number,
): Promise<CommittedSignature> {
  if (!isEnvelope(signed.file)) return signed;
  const { uuid, name, sha256 } = files;
  const rows = await ctx.db
    .select({ uuid, name, sha256 })
    .from(envelopeSignatures)
    .innerJoin(files, eq(files.id, envelopeSignatures.fileId))
    .where(eq(envelopeSignatures.signRequestId, signRequestId))
    .orderBy(asc(files.envelopePosition));
  return { ...signed, files: rows };
}

const statuses: { readonly [state in LinkPage["state"]]: number } = {
  unknown: 404,
  not_ready: 404,
  too_many_misses: 429,
  someone_else: 403,
  not_your_turn: 200,
  ready: 200,
  signing: 200,
  locked: 429,
  signed: 200,
  finishing: 200,
  completed: 200,
  declined: 200,
  expired: 410,
  withdrawn: 410,
};

/** The HTTP status of a link page, and the `Retry-After` value if there is one. */
export function linkPageStatus(page: LinkPage): { status: number; retryAfterSeconds: number | null } {
  return {
    status: statuses[page.state],
    retryAfterSeconds: "retryAfterSeconds" in page ? page.retryAfterSeconds : null,
  };
}
