import { beforeAll, describe, expect, test } from "vitest";
import { finding } from "@/lib/pades/verify/report/findings";
import { edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, codesOf, makeSignedForm, verify, type Codes } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";

const [catalog, page, form, text] = [1, 3, 4, 6];
const fields = ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]", "/FT/Tx/T(Sum)/V(1000)/F 4/Rect[10 100 110 120]"];
const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

function addSignatureField(entries: (revision: Revision) => string): Change {
  return (revision, document) => {
    const widget = pdfRef(revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/P 3 0 R${entries(revision)}>>`));
    edit(page, { Annots: `[5 0 R 6 0 R ${widget}]` })(revision, document);
    edit(form, { Fields: `[5 0 R 6 0 R ${widget}]` })(revision, document);
  };
}

const drawing = (revision: Revision): string =>
  `/AP<</N ${pdfRef(revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 300 400]", Buffer.from("0 0 300 400 re f")))}>>`;
const stamp = (revision: Revision): string =>
  `/V ${pdfRef(revision.add("<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Contents<30>>>"))}`;

/** The report of the first signature. A signature added by the change cannot be valid. */
function after(bytes: Buffer, change: Change): Codes {
  return codesOf(verify(append(bytes, change)), "Sig1");
}

let signed: Buffer;
beforeAll(async () => {
  signed = await makeSignedForm({ widgets: fields });
});

describe("a new signature field is a modification when readers could draw it outside its rectangle,", () => {
  const rectangles = [
    "[0 0 300.0.0 400.0.0]",
    "[0 0 300+ 400+]",
    "[0 0 300.. 400..5]",
    "[0 0 --300 --400]",
    "[0 0 (300) (400)]",
    "[0 0 0 300 400]",
    "[]",
    "<</A 1>>",
    "null",
  ];
  test.each(rectangles)("with the rectangle %s", (rectangle) => {
    for (const value of [() => "", stamp]) {
      const found = after(
        signed,
        addSignatureField((revision) => `/F 132/Rect ${rectangle}${value(revision)}${drawing(revision)}`),
      );
      expect(found.verdict).toBe("modified");
      expect(found.changes).toContainEqual(finding("added_field_unclear_rectangle", { field: "Sig2" }));
    }
  });

  test("is permitted with four zeros, where nothing is drawn", () => {
    expect(
      after(
        signed,
        addSignatureField((revision) => `/F 132/Rect[0 0 0 0]${stamp(revision)}${drawing(revision)}`),
      ).verdict,
    ).toBe("intact_later_allowed");
  });
});

test.each([
  ["Invisible, which is for unknown types only", 133, "modified"],
  ["NoView with Print, so that it is on paper", 36, "modified"],
  ["NoView with ToggleNoView, so that a pointer shows it", 288, "modified"],
  ["Hidden", 2, "intact_later_allowed"],
])("a new field over another annotation is judged by whether its flags hide it: %s", (_what, flags, verdict) => {
  expect(
    after(
      signed,
      addSignatureField(() => `/F ${flags}/Rect[5 95 120 130]`),
    ).verdict,
  ).toBe(verdict);
});

test("rejects unhiding a hidden field when it is signed, since it may cover something", async () => {
  const waiting = await makeSignedForm({ widgets: [...fields, "/FT/Sig/T(Later)/F 2/Rect[0 0 300 400]"] });
  const sign: Change = (revision, document) =>
    edit(7, { F: "132", V: pdfRef(revision.add("<</Type/Sig/SubFilter/ETSI.CAdES.detached/Contents<30>>>")) })(
      revision,
      document,
    );
  const shown = finding("form_field_visibility_changed", { field: "Later" });
  expect(after(waiting, sign)).toEqual({ verdict: "modified", decidedBy: shown, changes: [shown] });
});

/** Changes that an ordinary signature, a lock on all fields and certifications with P=1 and P=2 permit. */
const permissions = [
  "",
  "/Lock<</Action/All>>",
  "/Lock<</Action/Include/Fields[(Other)]/P 1>>",
  "/Lock<</Action/Include/Fields[(Other)]/P 2>>",
];

describe.each(permissions)("under the permission %j", (lock) => {
  const resources = `/DR<</Font<</Helv ${OTHERS} 0 R>>>>`;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await makeSignedForm({ widgets: [`${fields[0]}${lock}`, fields[1] ?? ""], others: [font] });
  });

  const changes: [string, Change][] = [
    ["the form's default appearance becomes white", edit(form, { DA: "(/Helv 0 Tf 1 g)" })],
    [
      "the form's default appearance takes another font",
      edit(form, {
        DA: "(/Z 0 Tf 0 g)",
        DR: `<</Font<</Helv ${font}/Z<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>`,
      }),
    ],
    [
      "the form gets a drawing as a resource",
      edit(form, { DR: `<</Font<</Helv ${font}>>/XObject<</X ${OTHERS} 0 R>>>>` }),
    ],
    ["a field becomes one for a password", edit(text, { Ff: "8192" })],
    ["a field gets another colour", edit(text, { DA: "(/Helv 0 Tf 1 g)" })],
    ["a field gets another background", edit(text, { MK: "<</BG[0]>>" })],
    ["a field is aligned in another way", edit(text, { Q: "2" })],
  ];
  test.each(oneIn(3, changes))("%s: a modification", (_what, change) => {
    expect(after(bytes, change).verdict).toBe("modified");
  });

  test("rejects a rewritten font of the form's fields", async () => {
    const indirect = await makeSignedForm({
      widgets: [`${fields[0]}${lock}`, fields[1] ?? ""],
      form: resources,
      others: [font],
    });
    const redraw: Change = (revision) => revision.replace(OTHERS, 0, font.replace("Helvetica", "Symbol"));
    const changed = finding("object_changed", { object: OTHERS, type: "Type1" });
    expect(after(indirect, redraw)).toEqual({ verdict: "modified", decidedBy: changed, changes: [changed] });
  });

  const addFont = edit(form, { DR: `<</Font<</Helv ${font}/Z ${font}>>>>` });

  test("rejects an added font while readers generate appearances themselves", () => {
    expect(after(bytes, addFont).verdict).toBe("modified");
  });

  test("rejects an added font that no field can use only where additions are forbidden", async () => {
    const drawn = await makeSignedForm({
      widgets: [`${fields[0]}${lock}`, `${fields[1]}/AP<</N ${OTHERS} 0 R>>`],
      others: [stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]", "")],
    });
    const isClosed = lock.includes("All") || lock.includes("/P 1");
    expect(after(drawn, addFont).verdict).toBe(isClosed ? "modified" : "intact_later_allowed");
  });

  test("rejects an added font with the name used by a field's default appearance", async () => {
    const named = await makeSignedForm({
      widgets: [`${fields[0]}${lock}`, `${fields[1]}/DA(/Z 9 Tf 0 g)/AP<</N ${OTHERS} 0 R>>`],
      others: [stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]", "")],
    });
    expect(after(named, addFont).verdict).toBe("modified");
  });
});

describe("the catalog's /Perms, which programs use to detect a certification", () => {
  const signatureOf = (document: PdfDocument): string => {
    const field = document.load(5);
    const value = field?.value.kind === "dict" ? field.value.entries.get("V") : undefined;
    return value?.kind === "ref" ? pdfRef(value.num) : "";
  };
  test.each<[string, string[], Change]>([
    ["name nothing", ["DocMDP"], edit(catalog, { Perms: "<</DocMDP 99 0 R>>" })],
    [
      "make a certification of a signature that was none",
      ["DocMDP"],
      (revision, document) => edit(catalog, { Perms: `<</DocMDP ${signatureOf(document)}>>` })(revision, document),
    ],
    [
      "name a signature that no field holds",
      ["DocMDP"],
      (revision, document) =>
        edit(catalog, { Perms: `<</DocMDP ${pdfRef(revision.add("<</Type/Sig/Contents<30>>>"))}>>` })(
          revision,
          document,
        ),
    ],
    ["grant usage rights", ["UR3"], edit(catalog, { Perms: "<</UR3<</Type/Sig>>>>" })],
  ])("may not %s later", async (_what, keys, change) => {
    expect(after(await makeSignedForm(), change)).toEqual({
      verdict: "modified",
      decidedBy: finding("permissions_changed", { keys }),
      changes: [finding("permissions_changed", { keys })],
    });
  });
});

describe("validation data", () => {
  const dss = "<</Type/DSS/Certs[100 0 R]/VRI<</AB<</Cert[100 0 R]>>>>>>";
  const withData = (): Promise<Buffer> =>
    makeSignedForm({
      widgets: fields,
      catalog: `/DSS ${dss}`,
      others: [stream("", "a certificate"), stream("", "a list")],
    });

  test.each([
    ["the whole store", null],
    ["all that the store holds", "<</Type/DSS>>"],
    ["one certificate for another", dss.replaceAll("100", "101")],
    ["the entry of one signature", "<</Type/DSS/Certs[100 0 R]>>"],
  ])("that were removed are a modification, and are not reported as added: %s", async (_what, store) => {
    expect(after(await withData(), edit(catalog, { DSS: store }))).toEqual({
      verdict: "modified",
      decidedBy: finding("validation_data_removed"),
      changes: [finding("validation_data_removed")],
    });
  });

  test("rejects rewritten validation data", async () => {
    expect(after(await withData(), (revision) => revision.replace(100, 0, stream("", "another one"))).verdict).toBe(
      "modified",
    );
  });

  test("permits added and renumbered validation data", async () => {
    const more = after(
      await withData(),
      edit(catalog, { DSS: dss.replace("/Certs[", "/CRLs[101 0 R]/Certs[101 0 R ") }),
    );
    expect(more).toEqual({
      verdict: "intact_later_allowed",
      decidedBy: finding("only_permitted_changes"),
      changes: [finding("validation_data_added")],
    });
    const renumber: Change = (revision, document) =>
      edit(catalog, { DSS: dss.replaceAll("100 0 R", pdfRef(revision.add(stream("", "a certificate")))) })(
        revision,
        document,
      );
    expect(after(await withData(), renumber).verdict).toBe("intact_later_allowed");
  });
});
