import type { Field, File } from "@/db/schema/files";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import { contentOf } from "./add";
import { mergeContent } from "./change";
import type { FieldPlan, PlannedField } from "./field-content";
import { newField, type FieldChange, type FieldChanges, type FieldInput, type NewField } from "./schema";

/** `placeOf` tells where in the call one of `elements` stood. */
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

/** The list of a PATCH of the request: a field with `elementId` is changed, one without is new, and those that are not named stay. */
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

/** Finds stored fields by their ids. Throws `not_found`, and `validation_failed` for an id that a call names twice. */
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
