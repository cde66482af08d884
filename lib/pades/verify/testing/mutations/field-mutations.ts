import type { FormField } from "@/lib/pdf/fields/fields";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appended, missing, type Mutation, type Target } from "./mutation";

const isSignature = ({ type }: FormField): boolean => type === "Sig";
const isSigned = (field: FormField): boolean => isSignature(field) && field.value !== undefined;
const isWaiting = (field: FormField): boolean => isSignature(field) && field.value === undefined;
const page = "/Rect[0 0 612 792]";

function setField(
  name: string,
  which: (field: FormField) => boolean,
  changes: (target: Target) => Record<string, string | null>,
): Mutation {
  return appended(name, (target) => target.edit(target.field(which).object, changes(target)));
}

function draw(target: Target): string {
  return `<</N ${pdfRef(target.drawing())}>>`;
}

const signed: Mutation[] = [
  setField("a signed field is moved", isSigned, () => ({ Rect: "[0 0 612 792]" })),
  setField("a signed field is redrawn", isSigned, (target) => ({ AP: draw(target) })),
  setField("a signed field is hidden", isSigned, () => ({ F: "2" })),
  setField("a signed field is renamed", isSigned, () => ({ T: "(other)" })),
  setField("a signed field becomes a text field", isSigned, () => ({ FT: "/Tx" })),
  setField("a signed field is emptied", isSigned, () => ({ V: null })),
  setField("a signed field gets actions", isSigned, () => ({ AA: "<</E<</S/URI/URI(http://x.test)>>>>" })),
  setField("a signed field leads to a dictionary of zeros", isSigned, ({ revision }) => ({
    V: pdfRef(revision.add("<</Type/Sig/Contents<0000>>>")),
  })),
  appended("a signature dictionary is rewritten", (target) => {
    const value = target.field(isSigned).value;
    target.edit(value?.kind === "ref" ? target.object(value.num) : missing("a signature"), {
      Reason: "(I agree to everything)",
    });
  }),
  appended("two signatures change places", (target) => {
    const fields = target.fields.filter((field) => isSigned(field) && field.value?.kind === "ref").slice(0, 2);
    const [one, other] = fields.map(({ value }) =>
      value?.kind === "ref" ? pdfRef(value.num) : missing("a signature"),
    );
    if (!one || !other || !fields[0] || !fields[1]) {
      missing("two signatures");
    }
    target.edit(fields[0].object, { V: other });
    target.edit(fields[1].object, { V: one });
  }),
  appended("a field is taken out of the form", (target) =>
    target.edit(target.form, { Fields: `[${target.items(target.form, "Fields").slice(1).join(" ")}]` }),
  ),
  appended("the form loses all fields", (target) => target.edit(target.form, { Fields: "[]" })),
  appended("the seal is taken out of its field", (target) =>
    target.edit(target.field((field) => isSigned(field) && /-seal$/.test(field.name)).object, { V: null }),
  ),
];

const waiting: Mutation[] = [
  setField("a waiting field is drawn into, without a signature", isWaiting, (target) => ({ AP: draw(target) })),
  setField("a waiting field is led to a number, with a drawing", isWaiting, (target) => ({
    V: pdfRef(target.revision.add("7")),
    AP: draw(target),
  })),
  setField("a waiting field is led to zeros, with a drawing", isWaiting, (target) => ({
    V: pdfRef(target.revision.add("<</Type/Sig/Contents<0000>>>")),
    AP: draw(target),
  })),
  setField("a waiting field is filled with garbage", isWaiting, (target) => ({
    V: pdfRef(target.revision.add("<</Type/Sig/SubFilter/ETSI.CAdES.detached/Contents<30>/ByteRange[0 1 2 3]>>")),
  })),
  setField("a waiting field shows the signature of another", isWaiting, (target) => {
    const { value } = target.field(isSigned);
    return { V: value?.kind === "ref" ? pdfRef(value.num) : missing("a signature") };
  }),
  setField("a waiting field is moved", isWaiting, () => ({ Rect: "[0 0 612 792]" })),
  setField(
    "a prepared text field is filled",
    ({ type, name }) => type === "Tx" && name.startsWith("paraph-"),
    () => ({ V: "(paid in full)" }),
  ),
];

const added: Mutation[] = [
  appended("an empty signature field is added with a drawing", (target) =>
    target.addField(`/FT/Sig/T(X)/F 4${page}/AP${draw(target)}`),
  ),
  ...["/MK<</BG[1]>>", "/MK<</BC[0]>>", "/BS<</W 90>>", "/Border[0 0 90]"].map((look) =>
    appended(`an empty signature field is added with ${look}`, (target) =>
      target.addField(`/FT/Sig/T(X)/F 4${page}${look}`),
    ),
  ),
  appended("a signature field is added that leads to a number, with a drawing", (target) =>
    target.addField(`/FT/Sig/T(X)/F 4${page}/V ${pdfRef(target.revision.add("7"))}/AP${draw(target)}`),
  ),
  appended("a signature field is added that leads to zeros, with a drawing", (target) =>
    target.addField(
      `/FT/Sig/T(X)/F 4${page}/V ${pdfRef(target.revision.add("<</Type/Sig/Contents<0000>>>"))}/AP${draw(target)}`,
    ),
  ),
  appended("a signature field is added that leads to a page, with a drawing", (target) =>
    target.addField(`/FT/Sig/T(X)/F 4${page}/V ${pdfRef(target.page.num)}/AP${draw(target)}`),
  ),
  appended("a signature field is added with two rectangles and a drawing", (target) =>
    target.addField(`/FT/Sig/T(X)/F 4${page}/AP${draw(target)}/Rect[0 0 0 0]`),
  ),
  appended("a signature field is added that is not a widget but a note", (target) => {
    const note = target.annotate(`/Subtype/FreeText/F 4${page}/Contents(paid)/AP${draw(target)}`);
    const field = target.revision.add(`<</FT/Sig/T(X)/Kids[${pdfRef(note)}]>>`);
    target.edit(target.form, { Fields: `[${[...target.items(target.form, "Fields"), pdfRef(field)].join(" ")}]` });
  }),
  appended("a signature field is added with an action", (target) =>
    target.addField("/FT/Sig/T(X)/F 132/Rect[0 0 0 0]/A<</S/URI/URI(http://x.test)>>"),
  ),
  appended("a signature field is added with a copied signature", (target) => {
    const { value } = target.field(isSigned);
    target.addField(
      `/FT/Sig/T(X)/F 4${page}/V ${value?.kind === "ref" ? pdfRef(value.num) : missing("a signature")}/AP${draw(target)}`,
    );
  }),
  ...["Tx", "Btn", "Ch"].map((type) =>
    appended(`a field of the kind ${type} is added`, (target) =>
      target.addField(`/FT/${type}/T(X)/F 4${page}/V(paid)/AP${draw(target)}`),
    ),
  ),
  appended("a field is added that has a name of ours", (target) => {
    const uuid =
      /^paraph-([0-9a-f-]{36})/.exec(target.fields.find(({ name }) => name.startsWith("paraph-"))?.name ?? "")?.[1] ??
      missing("a field of ours");
    target.addField(
      `/FT/Sig/T(paraph-${uuid}-s99)/F 4${page}/V ${pdfRef(target.revision.add("<</Type/Sig/Contents<30>>>"))}/AP${draw(target)}`,
    );
  }),
];

/** Revisions that change signatures, fill fields that were left open, or add fields. */
export const fieldMutations: readonly Mutation[] = [...signed, ...waiting, ...added];
