import { elements, type Element, type File, type PageSize } from "@/db/schema/files";
import { lockOwnFile } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { memberName } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import type { AuditRecord } from "@/lib/records/audit/events";
import { placeOnPage } from "./geometry";
import { assertDrawable, assertPlaceable, type ElementContent } from "./rules";
import type { ElementWire, NewElement, SignerElement } from "./schema";
import { assertVersion, readTag } from "./version";
import { pageHeightOf, toElementWire } from "./wire";

/** A box as it is after a change, and the tag of the set that it belongs to. */
export interface TaggedElement {
  element: ElementWire;
  tag: string;
}

/** Places a box in a draft. Requester only. Throws `not_found`, `file_not_draft`, `version_conflict` `glyph_missing` and what `assertPlaceable` throws. */
export async function addElement(
  ctx: Ctx,
  actor: Actor,
  input: NewElement & { uuid: string; ifMatch?: string | null },
): Promise<TaggedElement> {
  const uuid = toUuid(input.uuid);
  await assertValueDrawable(ctx, input);
  return ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    assertDraft(file.status);
    await assertVersion(tx, file, input.ifMatch);
    const element = await insertElement(tx, actor, file, input);
    await markDone(tx, { elementId: element.id });
    return { element: toElementWire(element, pageHeightOf(file, element)), tag: await readTag(tx, file) };
  });
}

/** Checks a field's value before it is stored. Throws `glyph_missing`. */
export async function assertValueDrawable(
  ctx: Ctx,
  { value }: { value?: string | null | undefined },
  pointer = "",
): Promise<void> {
  if (value)
    await assertDrawable(ctx, [{ text: value, pointer: `${pointer}/value`, subject: memberName(`${pointer}/value`) }]);
}

/** In a transaction that holds the file's lock. `pointer` says where in the body the element stood. */
export async function insertElement(
  ctx: Ctx,
  actor: Actor,
  file: File,
  input: NewElement,
  pointer = "",
): Promise<Element> {
  const content = contentOf(file.pages, input, input.signRequestId, pointer);
  await assertPlaceable(ctx, file, content, null, pointer);
  const [element] = await ctx.db
    .insert(elements)
    .values({ fileId: file.id, ...content })
    .returning();
  if (!element) throw new Error("the element was not stored");
  await appendAuditEvent(ctx, actor, file.id, { type: "element.created", data: describeElement(element) });
  return element;
}

/** The columns of a new element, in points. Throws what `placeOnPage` throws. */
export function contentOf(
  pages: readonly PageSize[],
  { type, required, label, value, ...place }: SignerElement,
  signRequestId: number,
  pointer: string,
): ElementContent {
  const box = placeOnPage(pages, place, `${pointer}/coordinates`);
  return { type, signRequestId, ...box, required: required ?? true, label: label ?? null, value: value ?? null };
}

/** An element as the audit trail names it; sizes in points as text, because canonical JSON holds integers only where they are exact. */
export function describeElement(element: Element): AuditRecord {
  return {
    elementId: element.id,
    signRequestId: element.signRequestId,
    type: element.type,
    page: element.page,
    box: [element.leftPt, element.topPt, element.widthPt, element.heightPt].map(String),
    required: element.required,
  };
}
