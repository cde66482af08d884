import { appended, missing, type Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { addSplitField, overText, paint, type Abuse } from "./abuse";
import type { Group } from "./judge-mutant";

const group: Group = { id: "added_signature_fields", label: "permits: signature fields may be added" };

function adding(name: string, change: (target: Target) => void): Abuse {
  return { group, needs: "new_fields", ...appended(name, change) };
}

const added = (name: string, entries: (target: Target) => string): Abuse =>
  adding(`an unsigned signature field ${name}`, (target) => target.addField(`/FT/Sig/T(Late)${entries(target)}`));
const zeros = (type: string): string =>
  `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/${type === "Sig" ? "ETSI.CAdES.detached" : "ETSI.RFC3161"}/ByteRange[0 10 20 30]/Contents<${"00".repeat(40)}>>>`;

const shown: readonly Abuse[] = [
  added("with a background", (target) => `/F 4${overText(target)}/MK<</BG[0 0 0]>>`),
  added("with a background and no flags", (target) => `${overText(target)}/MK<</BG[0 0 0]>>`),
  added(
    "with a grey background and a border",
    (target) => `/F 4${overText(target)}/MK<</BG[.2]/BC[0 0 0]>>/BS<</W 20/S/B>>`,
  ),
  added("with a border only", (target) => `/F 4${overText(target)}/MK<</BC[0 0 0]>>/BS<</W 200/S/S>>`),
  added("with an old border", (target) => `/F 4${overText(target)}/MK<</BC[0 0 0]>>/Border[0 0 200]`),
  added(
    "with a caption",
    (target) => `/F 4${overText(target)}/MK<</CA(Pay EUR 999999)/BG[0 0 0]>>/DA(/Helv 40 Tf 0 g)`,
  ),
  added("with an icon", (target) => `/F 4${overText(target)}/MK<</I ${paint(target)}/TP 1>>`),
  added(
    "with a background by reference",
    (target) => `/F 4${overText(target)}/MK ${pdfRef(target.revision.add("<</BG[0 0 0]>>"))}`,
  ),
  added(
    "with a background and its rectangle by reference",
    (target) => `/F 4/Rect ${pdfRef(target.revision.add(overText(target).slice("/Rect".length)))}/MK<</BG[0 0 0]>>`,
  ),
  added("with a drawing", (target) => `/F 4${overText(target)}/AP<</N ${paint(target)}>>`),
  added("with a drawing for the pressed state only", (target) => `/F 4${overText(target)}/AP<</D ${paint(target)}>>`),
  added("with a drawing by state", (target) => `/F 4${overText(target)}/AS/On/AP<</N<</On ${paint(target)}>>>>`),
  added("with a rectangle the other way round", (target) => `/F 4${overText(target, true)}/AP<</N ${paint(target)}>>`),
  added("without area and with a huge drawing", (target) => `/F 4/Rect[0 0 0 0]/AP<</N ${paint(target)}>>`),
  added(
    "without area and with a wide border",
    () => "/F 4/Rect[100 100 100 100]/MK<</BC[0 0 0]/BG[0 0 0]>>/BS<</W 400>>",
  ),
  added(
    "without width and with a wide border",
    () => "/F 4/Rect[100 0 100 800]/MK<</BC[0 0 0]/BG[0 0 0]>>/BS<</W 400>>",
  ),
  added(
    "of a point and with a wide border",
    () => "/F 4/Rect[100 100 101 101]/MK<</BC[0 0 0]/BG[0 0 0]>>/BS<</W 400>>",
  ),
  added(
    "of a hundredth of a point and with a drawing",
    (target) => `/F 4/Rect[100 100 100.01 100.01]/AP<</N ${paint(target)}>>`,
  ),
  added("that is hidden and has a background", (target) => `/F 2${overText(target)}/MK<</BG[0 0 0]>>`),
  added(
    "with a text as its value",
    (target) => `/F 4${overText(target)}/V(Pay EUR 999999)/DA(/Helv 40 Tf 0 g)/MK<</BG[0 0 0]>>`,
  ),
  added(
    "in a layer",
    (target) => `/F 4${overText(target)}/MK<</BG[0 0 0]>>/OC ${pdfRef(target.revision.add("<</Type/OCG/Name(x)>>"))}`,
  ),
  added(
    "with a text field's default value",
    (target) => `/F 4${overText(target)}/DV(Pay EUR 999999)/MK<</BG[0 0 0]>>/Ff 4096`,
  ),
  added("that is a stamp", (target) => `/Subtype/Stamp/F 4${overText(target)}/AP<</N ${paint(target)}>>`),
  added("that is a square", (target) => `/Subtype/Square/F 4${overText(target)}/IC[0 0 0]/C[0 0 0]/BS<</W 90>>`),
  added(
    "that is a stamp by an escaped name",
    (target) => `/Sub#74ype/Stamp/F 4${overText(target)}/AP<</N ${paint(target)}>>`,
  ),
  added("with an escaped appearance", (target) => `/F 4${overText(target)}/A#50<</N ${paint(target)}>>`),
  added("with a highlighting mode and a background", (target) => `/F 4${overText(target)}/H/P/MK<</BG[0 0 0]/R 90>>`),
];

const valued: readonly Abuse[] = [
  added(
    "filled with a document timestamp of zeros, with a background",
    (target) => `/F 4${overText(target)}/V ${pdfRef(target.revision.add(zeros("DocTimeStamp")))}/MK<</BG[0 0 0]>>`,
  ),
  added(
    "filled with a document timestamp of zeros, with a drawing",
    (target) =>
      `/F 4${overText(target)}/V ${pdfRef(target.revision.add(zeros("DocTimeStamp")))}/AP<</N ${paint(target)}>>`,
  ),
  added(
    "filled with zeros, with a background",
    (target) => `/F 4${overText(target)}/V ${pdfRef(target.revision.add(zeros("Sig")))}/MK<</BG[0 0 0]>>`,
  ),
  added(
    "filled with zeros, with a drawing",
    (target) => `/F 4${overText(target)}/V ${pdfRef(target.revision.add(zeros("Sig")))}/AP<</N ${paint(target)}>>`,
  ),
  added(
    "filled directly, with a drawing",
    (target) => `/F 4${overText(target)}/V${zeros("Sig")}/AP<</N ${paint(target)}>>`,
  ),
  added(
    "filled with the first page, with a background",
    (target) => `/F 4${overText(target)}/V ${pdfRef(target.page.num)}/MK<</BG[0 0 0]>>`,
  ),
  added("filled with another field's signature, with a background", (target) => {
    const { value } = target.field((field) => field.type === "Sig" && field.value?.kind === "ref");
    return `/F 4${overText(target)}/V ${value?.kind === "ref" ? pdfRef(value.num) : missing("a signature")}/MK<</BG[0 0 0]>>`;
  }),
];

const split: readonly Abuse[] = [
  adding("a signature field whose kid has a background", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)", [`/F 4${overText(target)}/MK<</BG[0 0 0]>>`]),
  ),
  adding("a signature field whose kid has a drawing", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)", [`/F 4${overText(target)}/AP<</N ${paint(target)}>>`]),
  ),
  adding("a signature field of two kids, the second with a background", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)", ["/F 4/Rect[0 0 0 0]", `/F 4${overText(target)}/MK<</BG[0 0 0]>>`]),
  ),
  adding("a signature field that hands a background down", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)/MK<</BG[0 0 0]>>/BS<</W 99>>", [`/F 4${overText(target)}`]),
  ),
  adding("a signature field whose kid is a text field", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)", [
      `/FT/Tx/T(x)/V(999999)/DA(/Helv 40 Tf 0 g)/F 4${overText(target)}/MK<</BG[0 0 0]>>`,
    ]),
  ),
  adding("a signature field whose kid is a button", (target) =>
    addSplitField(target, "/FT/Sig/T(Late)", [`/FT/Btn/Ff 65536/F 4${overText(target)}/MK<</BG[0 0 0]/CA(999999)>>`]),
  ),
  adding("a field without a kind whose kids are signature and text", (target) =>
    addSplitField(target, "/T(Late)", [
      "/T(a)/FT/Sig/F 4/Rect[0 0 0 0]",
      `/T(b)/FT/Tx/V(9)/F 4${overText(target)}/MK<</BG[0 0 0]>>`,
    ]),
  ),
  adding("a widget of a signature field on the page that no form lists", (target) =>
    target.annotate(`/Subtype/Widget/FT/Sig/T(Late)/F 4${overText(target)}/MK<</BG[0 0 0]>>`),
  ),
  adding("a second widget for a field that was signed", (target) => {
    const signed = target.field((field) => field.type === "Sig" && field.value !== undefined);
    target.annotate(`/Subtype/Widget/Parent ${pdfRef(signed.object.num)}/F 4${overText(target)}/MK<</BG[0 0 0]>>`);
  }),
  adding("a signature field that the form lists and no page", (target) => {
    const field = target.revision.add(
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Late)/F 4${overText(target)}/MK<</BG[0 0 0]>>/P ${pdfRef(target.page.num)}>>`,
    );
    target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(field)].join(" ")}]` });
  }),
  adding("a signature field with its widget before all annotations", (target) => {
    const field = target.revision.add(
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Late)/F 4${overText(target)}/MK<</BG[0 0 0]>>/P ${pdfRef(target.page.num)}>>`,
    );
    target.edit(target.page, { Annots: `[${[pdfRef(field), ...target.items(target.page, "Annots")].join(" ")}]` });
    target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(field)].join(" ")}]` });
  }),
  adding("a signature field and a stamp declared as its widget", (target) => {
    const field = target.revision.reserve();
    const stamp = target.annotate(
      `/Subtype/Stamp/Parent ${pdfRef(field)}/F 4${overText(target)}/AP<</N ${paint(target)}>>`,
    );
    target.revision.replace(field, 0, `<</FT/Sig/T(Late)/Kids[${pdfRef(stamp)}]>>`);
    target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(field)].join(" ")}]` });
  }),
  adding("a signature field with the page as its kid", (target) => {
    const field = target.revision.add(`<</FT/Sig/T(Late)/Kids[${pdfRef(target.page.num)}]>>`);
    target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(field)].join(" ")}]` });
    target.edit(target.page, {
      Contents: pdfRef(target.revision.addStream("", "0 0 600 800 re f")),
      FT: "/Sig",
      Subtype: "/Widget",
      T: "(x)",
    });
  }),
];

const honest: readonly Abuse[] = [
  {
    ...adding("an invisible signature field is added", (target) =>
      target.addField("/FT/Sig/T(Late)/F 132/Rect[0 0 0 0]"),
    ),
  },
];

export const fieldAbuses: readonly Abuse[] = [...shown, ...valued, ...split, ...honest];
