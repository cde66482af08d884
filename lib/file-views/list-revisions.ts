import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { accountOfSigner } from "@/lib/accounts/account-of-signer";
import type { Actor, Ctx } from "@/lib/context";
import { getReadableFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import type { RevisionWire } from "@/lib/files/schema";
import { readSignedRevisions } from "@/lib/files/signed-revisions";
import { signerName } from "./record";

/** The signed revisions of a document, oldest first, for those who may read it; none for a draft. Throws `not_found`. */
export async function listRevisions(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<{ data: RevisionWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const revisions = await readSignedRevisions(ctx, file);
  const names = await readNames(ctx, file.id);
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

async function readNames(ctx: Ctx, fileId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await ctx.db
    .select({
      id: signRequests.id,
      email: signRequests.email,
      givenName: signRequests.displayName,
      accountName: accounts.displayName,
    })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(eq(signRequests.fileId, fileId));
  return new Map(rows.map((row) => [row.id, signerName(row)]));
}
