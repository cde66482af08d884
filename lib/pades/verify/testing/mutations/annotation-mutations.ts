import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appended, missing, type Mutation, type Target } from "./mutation";

/** ISO 32000-2, table 171. */
const kinds = [
  ...[
    "Text",
    "Link",
    "FreeText",
    "Line",
    "Square",
    "Circle",
    "Polygon",
    "PolyLine",
    "Highlight",
    "Underline",
    "Squiggly",
    "StrikeOut",
    "Caret",
    "Stamp",
    "Ink",
  ],
  ...[
    "Popup",
    "FileAttachment",
    "Sound",
    "Movie",
    "Screen",
    "Widget",
    "PrinterMark",
    "TrapNet",
    "Watermark",
    "3D",
    "Redact",
    "Projection",
    "RichMedia",
  ],
];

function annotsOf(target: Target): string[] {
  const items = target.items(target.page, "Annots");
  return items.length > 0 ? items : missing("annotations");
}

function setAnnots(name: string, change: (items: string[], target: Target) => string[]): Mutation {
  return appended(name, (target) =>
    target.edit(target.page, { Annots: `[${change(annotsOf(target), target).join(" ")}]` }),
  );
}

function firstAnnotation(target: Target) {
  const annots = target.array(target.page, "Annots");
  for (const item of annots?.value.items ?? []) {
    if (
      item.kind === "ref" &&
      !target.fields.some(({ object, widgets }) => [object, ...widgets].some(({ num }) => num === item.num))
    ) {
      return target.object(item.num);
    }
  }
  return missing("an annotation of its own");
}

/** Revisions that put annotations over a page, or change existing ones. */
export const annotationMutations: readonly Mutation[] = [
  ...kinds.map((kind) =>
    appended(`a ${kind} annotation is laid over the page`, (target) =>
      target.annotate(`/Subtype/${kind}/F 4/Rect[0 0 612 792]/Contents(paid)/AP<</N ${pdfRef(target.drawing())}>>`),
    ),
  ),
  appended("an annotation without a kind is laid over the page", (target) =>
    target.annotate(`/F 4/Rect[0 0 612 792]/AP<</N ${pdfRef(target.drawing())}>>`),
  ),
  setAnnots("an annotation is written into the page itself", (items) => [
    ...items,
    "<</Type/Annot/Subtype/FreeText/Rect[0 0 612 792]/DA(/Helv 9 Tf)/Contents(paid)>>",
  ]),
  setAnnots("an annotation is taken out", (items) => items.slice(1)),
  setAnnots("annotations change places", (items) =>
    items.length > 1 ? [...items].reverse() : missing("two annotations"),
  ),
  setAnnots("an annotation is shown twice", (items) => [...items, ...items.slice(0, 1)]),
  appended("a page loses all annotations", (target) => annotsOf(target) && target.edit(target.page, { Annots: null })),
  appended("an annotation is moved", (target) => target.edit(firstAnnotation(target), { Rect: "[0 0 612 792]" })),
  appended("an annotation gets another appearance", (target) =>
    target.edit(firstAnnotation(target), { AP: `<</N ${pdfRef(target.drawing())}>>` }),
  ),
  appended("an annotation leads elsewhere", (target) =>
    target.edit(firstAnnotation(target), { A: "<</S/URI/URI(http://x.test)>>" }),
  ),
];
