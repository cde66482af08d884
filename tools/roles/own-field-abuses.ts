import { appended, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import type { FormField } from "@/lib/pdf/fields/fields";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { overText, paint, type Abuse } from "./abuse";
import type { Group } from "./judge-mutant";

const group: Group = {
  id: "fields_of_our_preparation",
  label: "permits: fields of our own preparation may be filled in by their signer",
};

type Field = FormField & { object: { num: number } };

/** Suffixes of the field names other than the signatures', as `plannedSigners` places them. */
export const inputNames = [1, 2].flatMap((signer) =>
  [1, 2, 3, 4].map((field) => `-s${String(signer)}-e${String(signer)}${String(field)}`),
);

function onField(end: string, name: string, change: (target: Target, field: Field) => void): Abuse {
  return {
    group,
    needs: "filling",
    ...appended(`${name} (field ${end})`, (target) =>
      change(
        target,
        target.field((field) => field.name.endsWith(end)),
      ),
    ),
  };
}

function words(target: Target, text: string): string {
  const font = "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  return pdfRef(
    target.revision.addStream(
      `/Type/XObject/Subtype/Form/BBox[0 0 80 18]${font}`,
      `q BT /Helv 10 Tf 0 g 2 5 Td (${text}) Tj ET Q`,
    ),
  );
}

type Entries = (target: Target, field: Field) => Record<string, string | null>;

const changes: Readonly<Record<string, Entries>> = {
  "filled with a text that is drawn": (target) => ({ V: "(999 EUR)", AP: `<</N ${words(target, "999 EUR")}>>` }),
  "filled with a text, drawn as another": (target) => ({ V: "(1 EUR)", AP: `<</N ${words(target, "999 EUR")}>>` }),
  "filled with a text and without a drawing": () => ({ V: "(999 EUR)", AP: null, DA: "(/Helv 10 Tf 0 g)" }),
  "given a drawing without a value": (target) => ({ AP: `<</N ${words(target, "999 EUR")}>>` }),
  "given a drawing for the pointer above it": (target) => ({ AP: `<</N ${paint(target)}/R ${paint(target)}>>` }),
  ticked: (target) => ({ V: "/Yes", AS: "/Yes", AP: `<</N<</Yes ${words(target, "X")}/Off ${words(target, "")}>>>>` }),
  "shown as not ticked": (target) => ({
    AS: "/Off",
    AP: `<</N<</Yes ${words(target, "X")}/Off ${words(target, "")}>>>>`,
  }),
  "given the state Off alone": () => ({ V: "/Off", AS: "/Off" }),
  "given the state Yes alone": () => ({ V: "/Yes", AS: "/Yes" }),
  emptied: () => ({ V: null, AP: null, AS: null }),
  hidden: () => ({ F: "2" }),
  "hidden on the screen only": () => ({ F: "36" }),
  moved: () => ({ Rect: "[20 20 120 60]" }),
  "moved over the text": (target) => ({ Rect: overText(target).slice("/Rect".length), MK: "<</BG[0 0 0]>>" }),
  "given a background": () => ({ MK: "<</BG[0 0 0]>>" }),
  "given a caption": () => ({ MK: "<</CA(l)/BG[0 0 0]>>", DA: "(/ZaDb 0 Tf 0 g)" }),
  "given a wide border": () => ({ MK: "<</BC[0 0 0]>>", BS: "<</W 30>>" }),
  "made a push button with a drawing": (target) => ({ FT: "/Btn", Ff: "65536", AP: `<</N ${paint(target)}>>` }),
  "made a list with its options": () => ({
    FT: "/Ch",
    Opt: "[(999 EUR)]",
    I: "[0]",
    V: "(999 EUR)",
    AP: null,
    DA: "(/Helv 10 Tf 0 g)",
  }),
  "made a signature field with a drawing": (target) => ({ FT: "/Sig", V: null, AP: `<</N ${paint(target)}>>` }),
  "made a stamp": (target) => ({ Subtype: "/Stamp", AP: `<</N ${paint(target)}>>` }),
  "made a free text": () => ({ Subtype: "/FreeText", Contents: "(999 EUR)", DA: "(/Helv 10 Tf 0 g)", AP: null }),
  "renamed, with a drawing": (target) => ({ T: "(mine)", V: "(999 EUR)", AP: `<</N ${words(target, "999 EUR")}>>` }),
  "renamed by a parent": (target, field) => ({
    Parent: pdfRef(target.revision.add(`<</T(mine)/FT/Tx/V(999 EUR)/Kids[${pdfRef(field.object.num)}]>>`)),
    AP: `<</N ${words(target, "999 EUR")}>>`,
  }),
  "given a parent with a value": (target, field) => ({
    Parent: pdfRef(target.revision.add(`<</FT/Tx/V(999 EUR)/Ff 4096/Kids[${pdfRef(field.object.num)}]>>`)),
    V: null,
    AP: `<</N ${words(target, "999 EUR")}>>`,
  }),
  "given a kid over the text": (target, field) => ({
    Kids: `[${pdfRef(target.revision.add(`<</Type/Annot/Subtype/Widget/F 4${overText(target)}/MK<</BG[0 0 0]>>/Parent ${pdfRef(field.object.num)}>>`))}]`,
  }),
  "put into a hidden layer": (target) => ({ OC: pdfRef(target.revision.add("<</Type/OCMD/P/AllOff/OCGs[]>>")) }),
  "no longer read-only, filled with a text": (target) => ({
    Ff: "0",
    V: "(999 EUR)",
    AP: `<</N ${words(target, "999 EUR")}>>`,
  }),
  "given a rich text": () => ({ RV: "(<body><p>999 EUR</p></body>)", DS: "(font:40pt)", Ff: "33554432", AP: null }),
  "given an action": () => ({ AA: "<</C<</S/JavaScript/JS(event.value='999')>>>>" }),
};

const onEachInput: readonly Abuse[] = Object.entries(changes).flatMap(([name, entries]) =>
  inputNames.map((end) => onField(end, name, (target, field) => target.edit(field.object, entries(target, field)))),
);

/** A second field with the same name as one that its signer has signed. */
const twins: readonly Abuse[] = inputNames.map((end) =>
  onField(end, "a field of the same name is added over the text", (target, field) => {
    target.addField(
      `/FT/Tx/T(${field.name})/F 4${overText(target)}/V(999 EUR)/DA(/Helv 10 Tf 0 g)/AP<</N ${words(target, "999 EUR")}>>`,
    );
  }),
);

/** Rewrites the appearance of a filled field under its own object number. */
const redrawn: readonly Abuse[] = inputNames.map((end) =>
  onField(end, "the stream of its drawing is rewritten", (target, field) => {
    const appearances = target.document.dict(field.object.value.entries.get("AP"), field.object.bytes);
    const normal = appearances?.value.entries.get("N");
    const states = appearances && target.document.dict(normal, appearances.bytes);
    const drawings = states ? [...states.value.entries.values()] : normal ? [normal] : [];
    for (const drawing of drawings) {
      if (drawing.kind === "ref")
        target.revision.replace(
          drawing.num,
          0,
          "<</Type/XObject/Subtype/Form/BBox[0 0 80 18]/Length 21>>\nstream\n0 g 0 0 80 18 re f    \nendstream",
        );
    }
  }),
);

/** The second signer's fields, all filled at once without a signature. */
const allOfSecond: Abuse = {
  group,
  needs: "filling",
  ...appended("all fields of the second signer are filled and nobody signs", (target) => {
    for (const field of target.fields)
      if (/-s2-e\d+$/.test(field.name))
        target.edit(field.object, { V: "(999 EUR)", AP: `<</N ${words(target, "999 EUR")}>>` });
  }),
};

export const ownFieldAbuses: readonly Abuse[] = [...onEachInput, ...twins, ...redrawn, allOfSecond];
