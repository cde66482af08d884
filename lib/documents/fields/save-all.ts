import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { elements, signRequests, type Element, type File } from "@/db/schema/files";
import { lockOwnFile } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import { markDone } from "@/lib/platform/idempotency/keys";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { contentOf } from "./add";
import { mergeContent } from "./change";
import { assertOnPage } from "./geometry";
import { assertDrawable, assertFits, noSignerOfFile, type ElementContent } from "./rules";
import type { ElementWire, FieldChanges, NewElement } from "./schema";
import { assertVersion, readElements, tagOf } from "./version";
import { pageHeightOf, toElementWire } from "./wire";

/** The fields of a document after a bulk change. */
export interface SavedFields {
  data: ElementWire[];
  /** Ids of the new fields, in the order in which the request named them. */
  created: number[];
  tag: string;
}

/** A field as it shall be stored. `current` is null for a new one, `pointer` its place in the request. */
interface PlannedField {
  current: Element | null;
  content: ElementContent;
  pointer: string;
}

interface Plan {
  fields: readonly PlannedField[];
  removed: readonly number[];
}

/** New rows of one statement: PostgreSQL takes 65,535 parameters, and a field has fourteen. */
const rowsPerInsert = 1000;

/**
 * Saves many fields of a draft in one transaction with one audit event: either the whole set (`elements`, in which fields without
 * `elementId` are new and stored fields that are not named are removed) or a list of changes (`create`, `update`, `remove`).
 * Requester only. Nothing is stored when one field is refused; the violation points at it. Throws `not_found`, `file_not_draft`,
 * `version_conflict`, `glyph_missing`, and what placing one field throws.
 */
export async function saveFields(
  ctx: Ctx,
  actor: Actor,
  input: FieldChanges & { uuid: string; ifMatch?: string | null },
): Promise<SavedFields> {
  const uuid = toUuid(input.uuid);
  await assertValuesDrawable(ctx, input);
  return ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, { uuid });
    assertDraft(file.status);
    const stored = await readElements(tx, file.id);
    await assertVersion(tx, file, input.ifMatch, stored);
    const plan = planChanges(file, stored, input);
    await assertPlan(tx, file, stored, plan);
    await removeFields(tx, plan.removed);
    const updated = await updateFields(tx, plan.fields);
    const created = await insertFields(tx, file.id, plan.fields);
    const rows = await readElements(tx, file.id);
    const tag = tagOf(file, rows);
    if (created.length + updated + plan.removed.length > 0)
      await appendAuditEvent(tx, actor, file.id, {
        type: "element.batch_saved",
        data: {
          created: created.length,
          updated,
          removed: plan.removed.length,
          fields: rows.length,
          sha256: createHash("sha256").update(tag).digest("hex"),
        },
      });
    await markDone(tx, { created });
    return { data: rows.map((row) => toElementWire(row, pageHeightOf(file, row))), created, tag };
  });
}

/** A text with a character that no font can draw is refused before the transaction: the engine is asked. */
async function assertValuesDrawable(ctx: Ctx, { elements: whole, create, update }: FieldChanges): Promise<void> {
  const members = Object.entries({ elements: whole, create, update }).flatMap(([name, list]) =>
    (list ?? []).map(({ value }, index) => ({ value, pointer: `/${name}/${index}/value` })),
  );
  await assertDrawable(
    ctx,
    members.flatMap(({ value, pointer }) => (value ? [{ text: value, pointer, subject: memberName(pointer) }] : [])),
  );
}

function planChanges(file: File, stored: readonly Element[], input: FieldChanges): Plan {
  const current = new Map(stored.map((element) => [element.id, element]));
  const named = new Set<number>();
  const find = (elementId: number, pointer: string): Element => {
    const element = current.get(elementId);
    if (!element || named.has(elementId)) {
      const detail = `${memberName(pointer)} names ${element ? "a field that the request names twice" : "no field of this document"}`;
      throw element
        ? invalid(pointer, "duplicate", detail)
        : new DomainError("not_found", { detail, violations: [{ pointer, code: "not_found", detail }] });
    }
    named.add(elementId);
    return element;
  };
  const planNew = (element: NewElement, pointer: string): PlannedField => ({
    current: null,
    content: contentOf(file.pages, element, element.signRequestId, pointer),
    pointer,
  });

  if (input.elements) {
    const fields = input.elements.map(({ elementId, ...element }, index): PlannedField => {
      const pointer = `/elements/${index}`;
      const planned = planNew(element, pointer);
      return elementId === undefined ? planned : { ...planned, current: find(elementId, `${pointer}/elementId`) };
    });
    return { fields, removed: stored.filter(({ id }) => !named.has(id)).map(({ id }) => id) };
  }
  const removed = (input.remove ?? []).map((elementId, index) => find(elementId, `/remove/${index}`).id);
  const updated = (input.update ?? []).map(({ elementId, ...change }, index): PlannedField => {
    const pointer = `/update/${index}`;
    const element = find(elementId, `${pointer}/elementId`);
    return { current: element, content: mergeContent(element, change), pointer };
  });
  const created = (input.create ?? []).map((element, index) => planNew(element, `/create/${index}`));
  return { fields: [...updated, ...created], removed };
}

/** Each field must obey the rules among all fields that remain. */
async function assertPlan(ctx: Ctx, file: File, stored: readonly Element[], { fields, removed }: Plan): Promise<void> {
  const signers = await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt)));
  const signerIds = new Set(signers.map(({ id }) => id));
  const gone = new Set([...removed, ...fields.flatMap(({ current }) => (current ? [current.id] : []))]);
  const placed: { signRequestId: number }[] = stored.filter(({ id }) => !gone.has(id));
  for (const { content, pointer } of fields) {
    if (!signerIds.has(content.signRequestId)) throw noSignerOfFile(pointer);
    assertOnPage(file.pages, content, { pointer: `${pointer}/coordinates` });
    assertFits(ctx, file, content, placed, pointer);
    placed.push(content);
  }
}

async function removeFields(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await ctx.db.delete(elements).where(inArray(elements.id, [...ids]));
}

async function insertFields(ctx: Ctx, fileId: number, fields: readonly PlannedField[]): Promise<number[]> {
  const rows = fields.filter(({ current }) => current === null).map(({ content }) => ({ fileId, ...content }));
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const inserted = await ctx.db
      .insert(elements)
      .values(rows.slice(start, start + rowsPerInsert))
      .returning({ id: elements.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids.sort((first, second) => first - second);
}

/** Stores changed fields by one statement and answers how many there were. Fields that are named but equal are not touched. */
async function updateFields(ctx: Ctx, fields: readonly PlannedField[]): Promise<number> {
  const changed = fields.flatMap(({ current, content }) =>
    current && isChanged(current, content) ? [{ id: current.id, ...content }] : [],
  );
  if (changed.length === 0) return 0;
  await ctx.db.execute(sql`
    update elements set type = row."type", sign_request_id = row."signRequestId", page = row."page", left_pt = row."leftPt",
      top_pt = row."topPt", width_pt = row."widthPt", height_pt = row."heightPt", required = row."required",
      label = row."label", value = row."value", font_size_pt = row."fontSizePt", alignment = row."alignment",
      date_format = row."dateFormat", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as row(id integer, "type" text, "signRequestId" integer,
      "page" integer, "leftPt" double precision, "topPt" double precision, "widthPt" double precision,
      "heightPt" double precision, "required" boolean, "label" text, "value" text, "fontSizePt" double precision,
      "alignment" text, "dateFormat" text)
    where elements.id = row.id`);
  return changed.length;
}

function isChanged(current: Element, content: ElementContent): boolean {
  return (Object.keys(content) as (keyof ElementContent)[]).some((name) => current[name] !== content[name]);
}
