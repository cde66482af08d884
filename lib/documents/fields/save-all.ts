import { inArray, sql } from "drizzle-orm";
import { fields, type Field, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { lockOwnPdf } from "@/lib/documents/access";
import { assertNoneHeld, deleteFields } from "@/lib/documents/delete";
import { assertDraft } from "@/lib/documents/status";
import { takeStorage } from "@/lib/documents/storage-left";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { contentOf } from "./add";
import { takenElsewhere, type Taken } from "./budget";
import { mergeContent } from "./change";
import type { FieldPlan, PlannedField } from "./field-content";
import { sizeOfField } from "./geometry";
import { assertDrawable, assertPlan, isChanged, textsOf } from "./rules";
import {
  newField,
  type FieldChange,
  type FieldChanges,
  type FieldInput,
  type FieldWire,
  type NewField,
} from "./schema";
import { assertVersion, pageHeightOf, readFields, tagOf, toFieldWire } from "./stored-fields";

/** The fields of a document after a bulk change. */
export interface SavedFields {
  data: FieldWire[];
  /** Ids of the new fields, in the order of the request. */
  created: number[];
  tag: string;
}

/** New rows per statement: PostgreSQL takes 65,535 parameters, and a field has thirty. */
const rowsPerInsert = 1000;

/**
 * Saves many fields of a draft in one transaction with one audit event: either the whole set (`elements`, in which
 * fields without `elementId` are new and missing stored fields are removed) or a list of changes (`create`, `update`,
 * `remove`). Requester only. Nothing is stored if one field is refused, and the violation points to it. Throws
 * `not_found`, `file_not_draft`, `document_on_hold` if a field would be changed or removed, `version_conflict`,
 * `glyph_missing`, and what placing one field throws.
 */
export async function saveFields(
  ctx: Ctx,
  actor: Actor,
  input: FieldChanges & { uuid: string; ifMatch?: string | null },
): Promise<SavedFields> {
  const uuid = toUuid(input.uuid);
  await assertValuesDrawable(ctx, input);
  return ctx.tx(async (tx) => {
    const file = await lockOwnPdf(tx, actor, { uuid });
    assertDraft(file.status);
    const stored = await readFields(tx, file.id);
    await assertVersion(tx, file, input.ifMatch, stored);
    const saved = await saveInto(tx, actor, file, stored, planChanges(file, stored, input));
    await markDone(tx, { created: saved.created });
    return saved;
  });
}

/**
 * Call it in a transaction that holds the lock of the draft's row. `stored` are the draft's current fields.
 * `elsewhere`: the share of the budget used by the envelope's other files, if it differs from what is stored.
 */
export async function saveInto(
  ctx: Ctx,
  actor: Actor,
  file: File,
  stored: readonly Field[],
  plan: FieldPlan,
  elsewhere?: Taken,
): Promise<SavedFields> {
  await assertPlan(ctx, file, stored, plan, elsewhere ?? (await takenElsewhere(ctx, file)));
  await takeStorage(ctx, file.requesterId, growthOf(stored, plan));
  await removeFields(ctx, plan.removed);
  const updated = await updateFields(ctx, file.id, plan.fields);
  const created = await insertFields(ctx, file.id, plan.fields);
  const rows = await readFields(ctx, file.id);
  const tag = tagOf(file, rows);
  if (created.length + updated + plan.removed.length > 0)
    await appendAuditEvent(ctx, actor, file.id, {
      type: "element.batch_saved",
      data: {
        created: created.length,
        updated,
        removed: plan.removed.length,
        fields: rows.length,
        sha256: sha256Hex(tag),
      },
    });
  return { data: rows.map((row) => toFieldWire(row, pageHeightOf(file, row))), created, tag };
}

/**
 * Text with a character that no font can draw is refused before the transaction, because the check calls the engine.
 */
async function assertValuesDrawable(ctx: Ctx, { elements: whole, create, update }: FieldChanges): Promise<void> {
  const lists = Object.entries({ elements: whole, create, update });
  await assertDrawable(
    ctx,
    lists.flatMap(([name, list]) => textsOf(list ?? [], `/${name}`)),
  );
}

/** The number of bytes that the plan adds to the account's storage. */
function growthOf(stored: readonly Field[], { fields, removed }: FieldPlan): number {
  const gone = new Set(removed);
  const after = fields.reduce((sum, { content }) => sum + sizeOfField(content), 0);
  const before = [...stored.filter(({ id }) => gone.has(id)), ...fields.flatMap(({ current }) => current ?? [])];
  return after - before.reduce((sum, field) => sum + sizeOfField(field), 0);
}

async function removeFields(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await deleteFields(ctx, inArray(fields.id, [...ids]));
}

async function insertFields(ctx: Ctx, fileId: number, planned: readonly PlannedField[]): Promise<number[]> {
  const rows = planned.filter(({ current }) => current === null).map(({ content }) => ({ fileId, ...content }));
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const inserted = await ctx.db
      .insert(fields)
      .values(rows.slice(start, start + rowsPerInsert))
      .returning({ id: fields.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids.sort((first, second) => first - second);
}

/** Stores changed fields with one statement and returns their number. Unchanged fields are not written. */
async function updateFields(ctx: Ctx, fileId: number, fields: readonly PlannedField[]): Promise<number> {
  const changed = fields.flatMap(({ current, content }) =>
    current && isChanged(current, content) ? [{ id: current.id, ...content }] : [],
  );
  if (changed.length === 0) return 0;
  await assertNoneHeld(ctx, [fileId]);
  await ctx.db.execute(sql`
    update elements set type = row."type", sign_request_id = row."signRequestId", page = row."page", left_pt = row."leftPt",
      top_pt = row."topPt", width_pt = row."widthPt", height_pt = row."heightPt", required = row."required",
      label = row."label", value = row."value", read_only = row."readOnly", font_size_pt = row."fontSizePt", alignment = row."alignment",
      date_format = row."dateFormat", colour = row."colour", font = row."font", group_name = row."group", rules = row."rules", help = row."help",
      placeholder = row."placeholder", time_zone = row."timeZone",
      show_when = row."showWhen", require_when = row."requireWhen", calculate = row."calculate", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as row(id integer, "type" text, "signRequestId" integer,
      "page" integer, "leftPt" double precision, "topPt" double precision, "widthPt" double precision,
      "heightPt" double precision, "required" boolean, "label" text, "value" text, "readOnly" boolean, "fontSizePt" double precision,
      "alignment" text, "dateFormat" text, "colour" text, "font" text, "group" text, "rules" jsonb, "help" text, "placeholder" text, "timeZone" text,
      "showWhen" text, "requireWhen" text, "calculate" text)
    where elements.id = row.id`);
  return changed.length;
}

/** `placeOf` returns the place of one of `elements` in the call. */
export function planChanges(
  file: File,
  stored: readonly Field[],
  input: FieldChanges,
  placeOf: (index: number) => string = (index) => `/elements/${index}`,
): FieldPlan {
  const { named, find } = namedOnce(stored);
  const planNew = (field: NewField, pointer: string) => planNewField(file, field, pointer);
  if (input.elements) {
    const fields = input.elements.map(({ elementId: fieldId, ...field }, index): PlannedField => {
      const pointer = placeOf(index);
      const planned = planNew(field, pointer);
      return fieldId === undefined ? planned : { ...planned, current: find(fieldId, `${pointer}/elementId`) };
    });
    return { fields, removed: stored.filter(({ id }) => !named.has(id)).map(({ id }) => id) };
  }
  const removed = (input.remove ?? []).map((fieldId, index) => find(fieldId, `/remove/${index}`).id);
  const updated = (input.update ?? []).map(({ elementId: fieldId, ...change }, index): PlannedField => {
    const pointer = `/update/${index}`;
    return planChange(find(fieldId, `${pointer}/elementId`), change, pointer);
  });
  const created = (input.create ?? []).map((field, index) => planNew(field, `/create/${index}`));
  return { fields: [...updated, ...created], removed };
}

/**
 * The field list of a request's PATCH: a field with `elementId` is changed, one without is new, and fields not listed
 * stay.
 */
export function planPlaced(file: File, stored: readonly Field[], placed: readonly FieldInput[]): FieldPlan {
  const { find } = namedOnce(stored);
  const fields = placed.map(({ elementId: fieldId, ...field }, index) => {
    const pointer = `/visibleElements/${index}`;
    if (fieldId !== undefined) return planChange(find(fieldId, `${pointer}/elementId`), field, pointer);
    const complete = newField.safeParse(field);
    if (complete.success) return planNewField(file, complete.data, pointer);
    throw invalid(
      `${pointer}/${complete.error.issues[0]?.path.join("/") ?? ""}`,
      "required",
      `visibleElements[${index}] needs type, signRequestId and coordinates`,
    );
  });
  return { fields, removed: [] };
}

function planNewField(file: File, field: NewField, pointer: string): PlannedField {
  return { current: null, content: contentOf(file.pages, field, field.signRequestId, pointer), pointer };
}

function planChange(current: Field, change: FieldChange, pointer: string): PlannedField {
  return { current, content: mergeContent(current, change), pointer };
}

/** Finds stored fields by id. Throws `not_found`, and `validation_failed` for a duplicate id in a call. */
function namedOnce(stored: readonly Field[]) {
  const current = new Map(stored.map((field) => [field.id, field]));
  const named = new Set<number>();
  const find = (fieldId: number, pointer: string): Field => {
    const field = current.get(fieldId);
    if (!field || named.has(fieldId)) {
      const detail = `${memberName(pointer)} names ${field ? "a field that the request names twice" : "no field of this document"}`;
      throw field
        ? invalid(pointer, "duplicate", detail)
        : new DomainError("not_found", { detail, violations: [{ pointer, code: "not_found", detail }] });
    }
    named.add(fieldId);
    return field;
  };
  return { named, find };
}
