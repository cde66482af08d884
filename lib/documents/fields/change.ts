import { and, eq, sql } from "drizzle-orm";
import { elements, type Element, type File } from "@/db/schema/files";
import { lockOwnFile } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toId, toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { assertValueDrawable, describeElement, type TaggedElement } from "./add";
import { assertPlaceable, type ElementContent } from "./rules";
import type { ElementChange } from "./schema";
import { assertVersion, readTag } from "./version";
import { pageHeightOf, toElementWire } from "./wire";

/** Moves or changes a box of a draft; what is left out stays. Throws as `addElement`. */
export async function changeElement(
  ctx: Ctx,
  actor: Actor,
  input: ElementChange & { uuid: string; elementId: number; ifMatch?: string | null },
): Promise<TaggedElement> {
  const [uuid, elementId] = [toUuid(input.uuid), toId(input.elementId)];
  await assertValueDrawable(ctx, input);
  return ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    await getElement(tx, file, elementId);
    assertDraft(file.status);
    await assertVersion(tx, file, input.ifMatch);
    const element = await updateElement(tx, actor, file, elementId, input);
    await markDone(tx, { elementId });
    return { element: toElementWire(element, pageHeightOf(file, element)), tag: await readTag(tx, file) };
  });
}

/** In a transaction that holds the file's lock. */
export async function updateElement(
  ctx: Ctx,
  actor: Actor,
  file: File,
  elementId: number,
  change: ElementChange,
  pointer = "",
): Promise<Element> {
  const current = await getElement(ctx, file, elementId);
  assertDraft(file.status);
  const content = mergeContent(current, change);
  await assertPlaceable(ctx, file, content, elementId, pointer);
  const [element] = await ctx.db
    .update(elements)
    .set({ ...content, updatedAt: sql`now()` })
    .where(eq(elements.id, elementId))
    .returning();
  if (!element) throw new DomainError("not_found");
  await appendAuditEvent(ctx, actor, file.id, { type: "element.updated", data: describeElement(element) });
  return element;
}

/** The element, if it is one of this file's signers who are still there; `not_found` otherwise. */
export async function getElement(ctx: Ctx, file: File, elementId: number): Promise<Element> {
  const [element] = await ctx.db
    .select()
    .from(elements)
    .where(and(eq(elements.id, elementId), eq(elements.fileId, file.id)));
  if (!element) throw new DomainError("not_found");
  return element;
}

/** The content of a field after a change: members that are left out stay. */
export function mergeContent(current: Element, change: ElementChange): ElementContent {
  const { coordinates } = change;
  return {
    type: change.type ?? current.type,
    signRequestId: change.signRequestId ?? current.signRequestId,
    page: coordinates?.page ?? current.page,
    leftPt: coordinates?.left ?? current.leftPt,
    topPt: coordinates?.top ?? current.topPt,
    widthPt: coordinates?.width ?? current.widthPt,
    heightPt: coordinates?.height ?? current.heightPt,
    required: change.required ?? current.required,
    label: change.label === undefined ? current.label : change.label,
    value: change.value === undefined ? current.value : change.value,
    fontSizePt: change.fontSize === undefined ? current.fontSizePt : change.fontSize,
    alignment: change.alignment === undefined ? current.alignment : change.alignment,
    dateFormat: change.dateFormat === undefined ? current.dateFormat : change.dateFormat,
  };
}
