import { deflateSync } from "node:zlib";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { EMPTY_APPEARANCE, generateAppearance, type GeneratedAppearance } from "./appearance-generation";
import type { FreezeEdits } from "./freeze-edits";
import { inherited, textIn, type Widget } from "./freeze-widget";

/** Everything that makes an annotation part of a form (ISO 32000-2, tables 191, 192, 226 to 235). */
const FIELD_KEYS = [
  "FT",
  "Parent",
  "Kids",
  "T",
  "TU",
  "TM",
  "Ff",
  "V",
  "DV",
  "AA",
  "A",
  "DA",
  "Q",
  "DS",
  "RV",
  "MaxLen",
  "Opt",
  "TI",
  "I",
  "Lock",
  "SV",
  "MK",
  "H",
  "AS",
  "PMD",
];
const READ_ONLY_AND_LOCKED = 64 | 128 | 512;

/**
 * The entries that turn a widget into a stamp which shows the same and can no longer be filled. Its other flags
 * stay: what was hidden or was not to be printed remains so.
 */
export function stampEntries(
  widget: Widget,
  edits: FreezeEdits,
  areValuesNewer: boolean,
): Record<string, string | null> {
  const { document, object } = widget;
  const flags = document.number(object.value.entries.get("F")) ?? 0;
  return {
    ...Object.fromEntries(FIELD_KEYS.map((key) => [key, null])),
    Subtype: "/Stamp",
    F: String((Math.max(0, Math.trunc(flags)) | READ_ONLY_AND_LOCKED) >>> 0),
    AP: `<</N ${appearanceOf(widget, edits, areValuesNewer)}>>`,
  };
}

function appearanceOf(widget: Widget, edits: FreezeEdits, areValuesNewer: boolean): string {
  const isStale = areValuesNewer && (widget.type === "Tx" || widget.type === "Ch") && hasValue(widget);
  const existing = isStale ? null : existingAppearance(widget);
  if (existing !== null) {
    return existing;
  }
  if (widget.width < 0.01 || widget.height < 0.01 || widget.type === null || widget.type === "Sig") {
    return pdfRef(addAppearance(edits, EMPTY_APPEARANCE));
  }
  return pdfRef(addAppearance(edits, generateAppearance(widget)));
}

function addAppearance(edits: FreezeEdits, { entries, content }: GeneratedAppearance): number {
  return edits.addStream(`${entries}/Filter/FlateDecode`, deflateSync(Buffer.from(content, "latin1")));
}

/** The normal appearance in the state that is shown now, as a reference; null when there is none. */
function existingAppearance(widget: Widget): string | null {
  const { document, object } = widget;
  const appearances = document.dict(object.value.entries.get("AP"), object.bytes);
  const normal = appearances?.value.entries.get("N");
  const stream = streamReference(widget, normal);
  if (stream !== null || appearances === null) {
    return stream;
  }
  const states = document.dict(normal, appearances.bytes);
  if (states === null) {
    return null;
  }
  const state = document.name(object.value.entries.get("AS")) ?? textIn(inherited(widget, "V")) ?? "Off";
  return (
    streamReference(widget, states.value.entries.get(state)) ??
    (state === "Off" ? streamReference(widget, states.value.entries.get("Off")) : null)
  );
}

function streamReference({ document }: Widget, value: PdfValue | undefined): string | null {
  if (value?.kind !== "ref") {
    return null;
  }
  const object = document.load(value.num);
  return object !== null && object.streamStart >= 0 ? pdfRef(value.num, object.gen) : null;
}

function hasValue(widget: Widget): boolean {
  const value = inherited(widget, "V");
  return value !== null && value.value.kind !== "null" && textIn(value) !== "";
}
