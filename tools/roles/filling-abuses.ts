import { appended, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { Area } from "../judges/picture";
import { drawingOf, fieldNamed, overText, paint, type Abuse } from "./abuse";
import type { Group } from "./judge-mutant";

const group: Group = { id: "filled_fields", label: "permits: fields may be filled in" };

function filling(name: string, change: (target: Target) => void): Abuse {
  return { group, needs: "filling", ...appended(name, change) };
}

const set = (field: string, name: string, changes: (target: Target) => Record<string, string | null>): Abuse =>
  filling(name, (target) => target.edit(fieldNamed(target, field).object, changes(target)));

function showing(
  target: Target,
  text: string,
  content = `0.6 g 0 0 80 20 re f 0 g BT /Helv 10 Tf 2 5 Td (${text}) Tj ET`,
): string {
  const font = "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  return pdfRef(target.revision.addStream(`/Type/XObject/Subtype/Form/BBox[0 0 80 20]${font}`, content));
}

const redraw = (field: string, name: string, state?: string): Abuse =>
  filling(name, (target) => {
    const number = drawingOf(target, fieldNamed(target, field), state);
    target.revision.replace(
      number,
      0,
      "<</Type/XObject/Subtype/Form/BBox[0 0 80 20]/Length 21>>\nstream\n0 g 0 0 80 20 re f    \nendstream",
    );
  });

const appearances: readonly Abuse[] = [
  redraw("Amount", "a text field's drawing is rewritten, its value kept"),
  redraw("Button", "a push button's drawing is rewritten"),
  redraw("Fixed", "a read-only field's drawing is rewritten"),
  redraw("Check", "the drawing of an unchecked box is rewritten", "Off"),
  set("Amount", "a text field gets another drawing, its value kept", (target) => ({
    AP: `<</N ${showing(target, "999999 EUR")}>>`,
  })),
  set("Amount", "a text field's drawing shows another value than its new one", (target) => ({
    V: "(200 EUR)",
    AP: `<</N ${showing(target, "999999 EUR")}>>`,
  })),
  set("Amount", "a text field's drawing covers the page and its value is kept", (target) => ({
    AP: `<</N ${paint(target)}>>`,
    M: "(D:20270101)",
  })),
  set("Amount", "a text field loses its drawing", () => ({ AP: null })),
  set("Amount", "a text field is emptied and drawn black", (target) => ({ V: "()", AP: `<</N ${paint(target)}>>` })),
  set("Amount", "a text field's value becomes a name, its drawing black", (target) => ({
    V: "/x",
    AP: `<</N ${paint(target)}>>`,
  })),
  set("Amount", "a text field gets a state and drawings by state", (target) => ({
    AS: "/x",
    AP: `<</N<</x ${paint(target)}>>>>`,
  })),
  set("Button", "a push button gets another drawing", (target) => ({ AP: `<</N ${paint(target)}>>` })),
  set("Button", "a push button gets a value and another drawing", (target) => ({
    V: "/On",
    AP: `<</N ${paint(target)}>>`,
  })),
  set("Fixed", "a read-only field is filled in", (target) => ({
    V: "(999999 EUR)",
    AP: `<</N ${showing(target, "999999 EUR")}>>`,
  })),
  set("Fixed", "a read-only field gets another drawing", (target) => ({ AP: `<</N ${paint(target)}>>` })),
  set("Fixed", "a read-only field loses its drawing", () => ({ AP: null, V: "(999999 EUR)" })),
  set("Check", "a box shows as checked and is not", () => ({ AS: "/Yes" })),
  set("Check", "a box gets other drawings", (target) => ({
    AP: `<</N<</Off ${paint(target)}/Yes ${paint(target)}>>>>`,
  })),
  set("Check", "a box is checked with another drawing", (target) => ({
    V: "/Yes",
    AS: "/Yes",
    AP: `<</N<</Off ${paint(target)}/Yes ${paint(target)}>>>>`,
  })),
  set("Bare", "a field without a drawing gets one", (target) => ({ AP: `<</N ${paint(target)}>>` })),
  set("Waiting", "a waiting signature field gets a drawing", (target) => ({ AP: `<</N ${paint(target)}>>` })),
  set("Waiting", "a waiting signature field gets a background", () => ({ MK: "<</BG[0 0 0]>>" })),
  set("Waiting", "a waiting signature field is stamped with zeros and drawn", (target) => ({
    V: pdfRef(target.revision.add("<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/ByteRange[0 1 2 3]/Contents<0000>>>")),
    AP: `<</N ${paint(target)}>>`,
  })),
];

const settings: readonly Abuse[] = [
  ...["Amount", "Button", "Check", "Bare", "Waiting"].flatMap((field) => [
    set(field, `the field ${field} covers the page`, (target) => ({
      Rect: overText(target).slice("/Rect".length),
      MK: "<</BG[0 0 0]>>",
    })),
    set(field, `the field ${field} gets a background`, () => ({ MK: "<</BG[0 0 0]>>", AP: null })),
    set(field, `the field ${field} gets a kid with a background`, (target) => ({
      Kids: `[${pdfRef(target.revision.add(`<</Type/Annot/Subtype/Widget/F 4${overText(target)}/MK<</BG[0 0 0]>>/Parent ${pdfRef(fieldNamed(target, field).object.num)}>>`))}]`,
    })),
    set(field, `the field ${field} becomes a stamp`, (target) => ({
      Subtype: "/Stamp",
      AP: `<</N ${paint(target)}>>`,
    })),
    set(field, `the field ${field} is hidden`, () => ({ F: "2" })),
    set(field, `the field ${field} goes to a hidden layer`, (target) => ({
      OC: pdfRef(target.revision.add("<</Type/OCMD/P/AllOff/OCGs[]>>")),
    })),
  ]),
  set("Bare", "another default appearance", () => ({ DA: "(/Helv 40 Tf 0 g)" })),
  set("Bare", "another quadding", () => ({ Q: "2" })),
  set("Bare", "a password field", () => ({ Ff: "8192" })),
  filling("the form's drawings are to be generated again", (target) =>
    target.edit(target.form, { NeedAppearances: "true" }),
  ),
  filling("the form's default appearance is another", (target) =>
    target.edit(target.form, { DA: "(/Helv 40 Tf 1 0 0 rg)" }),
  ),
  filling("a font that fields use is another", (target) =>
    target.edit(target.form, { DR: "<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>" }),
  ),
  filling("a font is added that a field names but that was missing", (target) => {
    target.edit(target.form, {
      DR: `<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/Late<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>`,
    });
  }),
  filling("the form gets a calculation order and XFA", (target) => target.edit(target.form, { XFA: "(<xdp/>)" })),
];

/** In pixels: the page is 400 points high. */
const amountArea: Area = [119, 229, 191, 251];

/** A text field filled as by a form program: its value, and an appearance that shows it. */
export const honestFilling: Abuse = {
  ...set("Amount", "a text field is filled in and shows its value", (target) => ({
    V: "(200 EUR)",
    AP: `<</N ${showing(target, "200 EUR", "/Tx BMC q BT /Helv 10 Tf 0 g 2 5 Td (200 EUR) Tj ET Q EMC")}>>`,
  })),
  isHonest: true,
  mayChange: [amountArea],
};

export const fillingAbuses: readonly Abuse[] = [...appearances, ...settings, honestFilling];
