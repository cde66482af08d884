import { privatePrefix } from "@/components/account/log-in";
import { hasSameContent, toolTypes, type EditorField, type StoredField } from "@/components/editor/state/editor-field";
import { alignments, dateFormats } from "@/lib/platform/geometry/field-text";
import { dayMs } from "@/lib/platform/locale/format";
import { isSameSet, mergeFields } from "./save-state";

const prefix = `${privatePrefix}fields.`;

/** Older drafts are dropped, because the document has most likely changed since. */
const maxAgeMs = 7 * dayMs;

/** Unsaved changes in this browser, in case the tab crashes before they are stored. */
export interface LocalDraft {
  /** In milliseconds of `Date.now()`. */
  at: number;
  /** The server's fields, as last known to this browser. */
  base: StoredField[];
  wanted: EditorField[];
}

/** Failures are ignored: the draft is only a second safeguard if storage is full or blocked. */
export function writeLocalDraft(fileUuid: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(prefix + fileUuid, JSON.stringify(draft));
  } catch {
    dropLocalDraft(fileUuid);
  }
}

export function dropLocalDraft(fileUuid: string): void {
  try {
    localStorage.removeItem(prefix + fileUuid);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** The draft if it differs from the stored fields, else null. */
export function readLocalDraft(fileUuid: string, stored: readonly StoredField[], now: number): LocalDraft | null {
  const draft = parse(fileUuid);
  if (!draft || now - draft.at > maxAgeMs || isSameAsStored(restored(draft, stored), stored)) {
    dropLocalDraft(fileUuid);
    return null;
  }
  return draft;
}

/**
 * Applies the draft's changes to the stored fields. Fields that both changed appear twice, so that no change is lost.
 */
export function restored({ base, wanted }: LocalDraft, stored: readonly StoredField[]): EditorField[] {
  const names = new Map(base.map(({ id, field }) => [field.key, `stored-${id}`]));
  const rename = (field: EditorField) => ({ ...field, key: names.get(field.key) ?? field.key });
  const known = new Set(base.map(({ id }) => id));
  // A request may have been stored although its answer was lost.
  const isStoredSince = (field: EditorField): boolean =>
    !names.has(field.key) && stored.some((other) => !known.has(other.id) && hasSameContent(other.field, field));
  return mergeFields(
    "both",
    {
      base: base.map(({ id, field }) => ({ id, field: rename(field) })),
      mine: wanted.filter((field) => !isStoredSince(field)).map(rename),
      theirs: stored,
    },
    () => `kept-${crypto.randomUUID()}`,
  );
}

function isSameAsStored(fields: readonly EditorField[], stored: readonly StoredField[]): boolean {
  const ids = new Map(stored.map(({ id, field }) => [field.key, id]));
  return isSameSet(
    fields.map((field) => ({ id: ids.get(field.key) ?? -1, field })),
    stored,
  );
}

/** Checked by hand: zod compiles schemas with `eval`, which the content policy forbids. */
function parse(fileUuid: string): LocalDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + fileUuid) ?? "null");
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is LocalDraft {
  if (!isRecord(value) || typeof value["at"] !== "number") return false;
  const { base, wanted } = value;
  return (
    Array.isArray(base) &&
    base.every((stored) => isRecord(stored) && Number.isInteger(stored["id"]) && isField(stored["field"])) &&
    Array.isArray(wanted) &&
    wanted.every(isField)
  );
}

function isField(value: unknown): value is EditorField {
  if (!isRecord(value) || !isRecord(value["box"])) return false;
  const { key, type, signRequestId, page, box, required, label, value: text } = value;
  const { fontSizePt, alignment, dateFormat } = value;
  return (
    typeof key === "string" &&
    toolTypes.some((known) => known === type) &&
    Number.isInteger(signRequestId) &&
    Number.isInteger(page) &&
    ["leftPt", "topPt", "widthPt", "heightPt"].every((side) => Number.isFinite(box[side])) &&
    typeof required === "boolean" &&
    typeof value["readOnly"] === "boolean" &&
    [label, text].every((member) => member === null || typeof member === "string") &&
    (fontSizePt === null || Number.isFinite(fontSizePt)) &&
    (alignment === null || alignments.some((known) => known === alignment)) &&
    (dateFormat === null || dateFormats.some((known) => known === dateFormat)) &&
    ["group", "colour", "help", "placeholder", "timeZone"].every(
      (name) => value[name] === null || typeof value[name] === "string",
    ) &&
    // Drafts of an earlier version lack them.
    ["showWhen", "requireWhen", "calculate", "font"].every(
      (name) => value[name] === undefined || value[name] === null || typeof value[name] === "string",
    ) &&
    (value["rules"] === null || isRecord(value["rules"]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
