import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { accountSignatureElements } from "@/db/schema/accounts";
import { guestSignatureElements } from "@/db/schema/guests";
import type { Ctx } from "@/lib/context";
import type { SigningAct } from "@/lib/sign-methods/find-act";

type ImageOwner = SigningAct["actor"];

/** The signer's stored images, newest first: an account's own, or those that a guest stored for this one request. */
export async function listStoredImages(ctx: Ctx, owner: ImageOwner): Promise<{ id: number; type: string }[]> {
  const table = tableOf(owner);
  return ctx.db
    .select({ id: table.id, type: table.type })
    .from(table)
    .where(ownedBy(owner))
    .orderBy(desc(table.updatedAt), desc(table.id));
}

/** The pictures themselves, PNG, by id. */
export async function loadStoredImages(ctx: Ctx, owner: ImageOwner, ids: number[]): Promise<Record<string, Buffer>> {
  if (ids.length === 0) return {};
  const table = tableOf(owner);
  const rows = await ctx.db
    .select({ id: table.id, png: table.png })
    .from(table)
    .where(and(ownedBy(owner), inArray(table.id, ids)));
  return Object.fromEntries(rows.map((row) => [String(row.id), row.png]));
}

function tableOf(owner: ImageOwner): typeof accountSignatureElements | typeof guestSignatureElements {
  return owner.kind === "guest" ? guestSignatureElements : accountSignatureElements;
}

function ownedBy(owner: ImageOwner): SQL | undefined {
  if (owner.kind === "guest") return eq(guestSignatureElements.signRequestId, owner.signRequestId);
  return and(eq(accountSignatureElements.accountId, owner.account.id), isNull(accountSignatureElements.deletedAt));
}
