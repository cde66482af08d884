import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { formFieldsOf, pagesOf } from "@/lib/pades/verify/file/read-once";
import type { PdfDocument } from "@/lib/pdf/document";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

const deepestParent = 32;

/**
 * Whether pages contain a widget that the form does not list as a field, or a widget next to kids with names.
 * Programs still draw it with the form's settings and resources: always if it has no appearance, and with
 * /NeedAppearances in every case.
 */
export function hasStrayWidgets(document: PdfDocument): boolean {
  const listed = new Set(formFieldsOf(document).flatMap(({ widgets }) => widgets.map(({ num }) => num)));
  const isDrawnAnew = needsAppearances(document);
  const pages = pagesOf(document);
  return (
    pages === null ||
    pages.some((page) =>
      widgetsOf(document, page).some(
        (widget) => !listed.has(widget.num) && (isDrawnAnew || !widget.value.entries.has("AP")),
      ),
    )
  );
}

const widgetsKnown = new WeakMap<PdfDocument, ReadonlyMap<number, readonly number[]> | null>();

/**
 * Object numbers of the widgets that pages show for each field, by the chain of their /Parent, as programs find their
 * value: the field itself if it is a widget, its kids and their kids. Null if pages cannot be read, or contain a
 * widget that is a direct object.
 */
export function widgetsByParent(document: PdfDocument): ReadonlyMap<number, readonly number[]> | null {
  const found = widgetsKnown.has(document)
    ? (widgetsKnown.get(document) ?? null)
    : orWhenUnreadable(() => findWidgetsByParent(document), null);
  widgetsKnown.set(document, found);
  return found;
}

function findWidgetsByParent(document: PdfDocument): ReadonlyMap<number, readonly number[]> | null {
  const found = new Map<number, number[]>();
  for (const page of pagesOf(document) ?? [null]) {
    for (const widget of page ? widgetsOf(document, page) : [null]) {
      if (widget?.num == null) {
        return null;
      }
      for (const { num } of ancestry(document, widget)) {
        if (num !== null) {
          const widgets = found.get(num) ?? [];
          widgets.push(widget.num);
          found.set(num, widgets);
        }
      }
    }
  }
  return found;
}

export function needsAppearances(document: PdfDocument): boolean {
  const catalog = document.catalog();
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  const value = document.resolve(form?.value.entries.get("NeedAppearances"));
  return value?.kind === "bool" && value.value;
}

function widgetsOf(document: PdfDocument, { object }: PdfPage): Located<PdfDict>[] {
  const annotations = document.array(object.value.entries.get("Annots"), object.bytes);
  return (annotations?.value.items ?? []).flatMap((item) => {
    const annotation = orWhenUnreadable(() => document.dict(item, annotations?.bytes ?? object.bytes), null);
    return annotation && isFormWidget(document, annotation) ? [annotation] : [];
  });
}

/** Whether the widget belongs to a field other than a signature field. */
function isFormWidget(document: PdfDocument, widget: Located<PdfDict>): boolean {
  if (document.name(widget.value.entries.get("Subtype")) !== "Widget") {
    return false;
  }
  return (
    ancestry(document, widget)
      .map(({ value }) => document.name(value.entries.get("FT")))
      .find((type) => type !== null) !== "Sig"
  );
}

/** A field or widget and its ancestors, starting with itself. */
export function ancestry(document: PdfDocument, widget: Located<PdfDict>): Located<PdfDict>[] {
  const found: Located<PdfDict>[] = [];
  for (let part: Located<PdfDict> | null = widget; part !== null && found.length < deepestParent;) {
    found.push(part);
    const { value, bytes }: Located<PdfDict> = part;
    part = orWhenUnreadable(() => document.dict(value.entries.get("Parent"), bytes), null);
  }
  return found;
}
