import { createHash } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { elements, signRequests, type Element, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { pageHeightOf, toElementWire } from "./wire";

type Boxed = Pick<File, "id" | "pages">;

/** The strong entity tag of a document's set of boxes (RFC 9110 section 8.8.3): another one with every change of any of them. */
export function tagOf(file: Boxed, boxes: readonly Element[]): string {
  const shown = boxes.map((box) => toElementWire(box, pageHeightOf(file, box)));
  return `"${createHash("sha256").update(JSON.stringify(shown)).digest("base64url")}"`;
}

/** The same, read now; in the transaction of a change it is the tag of what the change made. */
export async function readTag(ctx: Ctx, file: Boxed): Promise<string> {
  return tagOf(file, await readElements(ctx, file.id));
}

/**
 * In a transaction that holds the file's lock: throws `version_conflict` unless the boxes are one of the sets that `ifMatch` names
 * (RFC 9110 section 13.1.1). `*` names every one; a weak tag names none.
 */
export async function assertVersion(
  ctx: Ctx,
  file: Boxed,
  ifMatch: string | null | undefined,
  stored?: readonly Element[],
): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes(stored ? tagOf(file, stored) : await readTag(ctx, file))) return;
  throw new DomainError("version_conflict", {
    detail: "The boxes have changed since you read them. Read them again, then repeat your change.",
  });
}

/** The boxes of everybody who is still to sign or has signed, in the order they were placed. */
export async function readElements(ctx: Ctx, fileId: number): Promise<Element[]> {
  const rows = await ctx.db
    .select({ element: elements })
    .from(elements)
    .innerJoin(signRequests, eq(elements.signRequestId, signRequests.id))
    .where(and(eq(elements.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(elements.id));
  return rows.map((row) => row.element);
}
