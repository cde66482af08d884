import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { accountSignatureElements, type AccountSignatureElement } from "@/db/schema/accounts";
import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** A stored image without its bytes. */
export type SignatureImage = Omit<AccountSignatureElement, "png">;

const { png: _bytes, ...withoutBytes } = getTableColumns(accountSignatureElements);

/** The account's stored images, newest first: the first of a type is its default. */
export async function listImages(ctx: Ctx, actor: Actor): Promise<SignatureImage[]> {
  const { account } = accountActor(actor);
  return ctx.db
    .select(withoutBytes)
    .from(accountSignatureElements)
    .where(and(eq(accountSignatureElements.accountId, account.id), isNull(accountSignatureElements.deletedAt)))
    .orderBy(desc(accountSignatureElements.updatedAt), desc(accountSignatureElements.id));
}

/** Those of the account's images that `ids` name and that are still there, in this order. */
export async function findImages(ctx: Ctx, actor: Actor, ids: readonly number[]): Promise<SignatureImage[]> {
  const images = await listImages(ctx, actor);
  return ids.flatMap((id) => images.find((image) => image.id === id) ?? []);
}

/** One of the actor's own images, whole. Somebody else's and a deleted one are `not_found`. */
export async function getImage(ctx: Ctx, actor: Actor, id: number): Promise<AccountSignatureElement> {
  const { account } = accountActor(actor);
  const [row] = await ctx.db
    .select()
    .from(accountSignatureElements)
    .where(
      and(
        eq(accountSignatureElements.id, id),
        eq(accountSignatureElements.accountId, account.id),
        isNull(accountSignatureElements.deletedAt),
      ),
    );
  if (!row) throw new DomainError("not_found");
  return row;
}
