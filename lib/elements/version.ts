import { createHash } from "node:crypto";
import type { Element, File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { readElements } from "./read";
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
export async function assertVersion(ctx: Ctx, file: Boxed, ifMatch: string | null | undefined): Promise<void> {
  if (ifMatch === null || ifMatch === undefined) return;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes(await readTag(ctx, file))) return;
  throw new DomainError("version_conflict", {
    detail: "The boxes have changed since you read them. Read them again, then repeat your change.",
  });
}
