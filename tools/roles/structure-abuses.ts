import { appended, missing, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { Abuse } from "./abuse";
import type { Group } from "./judge-mutant";

const group: Group = { id: "structure_elements", label: "permits: structure elements for new widgets" };

/**
 * Every array and dictionary of a tagged file, with an addition that resembles a structure element for a new widget.
 */
export function structureAbuses(names: readonly string[], numberOf: (name: string) => number): Abuse[] {
  return names.flatMap((name) => [
    {
      group,
      ...appended(`${name} lists a stream declared as an element`, (target) =>
        listing(target, numberOf(name), (entries) => target.revision.addStream(entries, "0 g 10 80 280 310 re f")),
      ),
    },
    {
      group,
      ...appended(`${name} lists a page declared as an element`, (target) =>
        listing(target, numberOf(name), (entries) =>
          target.revision.add(
            `<<${entries}/Type/Page/Parent ${pdfRef(numberOf("Pages"))}/MediaBox[0 0 300 400]/Contents ${pdfRef(target.revision.addStream("", "0 g 10 80 280 310 re f"))}>>`,
          ),
        ),
      ),
    },
    {
      group,
      ...appended(`${name} lists a stamp declared as an element`, (target) =>
        listing(target, numberOf(name), (entries) =>
          target.revision.add(
            `<<${entries}/Type/Annot/Subtype/Stamp/F 4/Rect[10 80 290 390]/AP<</N ${pdfRef(target.drawing())}>>>>`,
          ),
        ),
      ),
    },
    {
      group,
      ...appended(`${name} lists a hidden layer declared as an element`, (target) =>
        listing(target, numberOf(name), (entries) => target.revision.add(`<<${entries}/Type/OCG/Name(x)>>`)),
      ),
    },
    { group, ...appended(`${name} gets a kid for a new widget`, (target) => owning(target, numberOf(name))) },
  ]);
}

function widgetOf(target: Target): string {
  return `<</Type/OBJR/Obj ${pdfRef(target.addField("/FT/Sig/T(Disguise)/F 132/Rect[0 0 0 0]"))}>>`;
}

function listing(target: Target, number: number, add: (entries: string) => number): void {
  const object = target.document.load(number);
  if (object?.value.kind !== "array") {
    missing("an array of that name");
  } else {
    const reference = widgetOf(target);
    const listed = add(`/S/Form/P ${pdfRef(target.page.num)}/K ${reference}`);
    const text = object.bytes.toString("latin1", object.value.start, object.value.end);
    target.revision.replace(number, object.gen, text.replace("[", `[${pdfRef(listed)} `));
  }
}

function owning(target: Target, number: number): void {
  const object = target.document.load(number);
  if (object?.value.kind !== "dict" || object.streamStart >= 0) {
    missing("a dictionary of that name");
  } else {
    const text = object.bytes.toString("latin1", object.value.start, object.value.end);
    const reference = widgetOf(target);
    target.revision.replace(
      number,
      object.gen,
      text.replace(
        "<<",
        `<</K ${reference}/Contents ${pdfRef(target.revision.addStream("", "0 g 10 80 280 310 re f"))}`,
      ),
    );
  }
}
