import { beforeAll, describe, expect, test } from "vitest";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { isGreen } from "@/lib/pades/verify/report/report";
import { edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, codesOf, makeCompleted, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Revision } from "@/lib/pdf/revision";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";

const page = 3;

/** Replaces text of the same length, or pads it with spaces, so that no offset moves. */
function overwrite(bytes: Buffer, from: RegExp, to: string): Buffer {
  const text = bytes.toString("latin1");
  const match = from.exec(text);
  if (!match || to.length > match[0].length) {
    throw new Error(`nothing to overwrite for ${from.source}`);
  }
  return Buffer.from(
    text.slice(0, match.index) + to.padEnd(match[0].length) + text.slice(match.index + match[0].length),
    "latin1",
  );
}

function addField(entries: string, rect = "150 200 250 250"): Change {
  return (revision, document) => {
    const widget = revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/F 4/P 3 0 R/Rect[${rect}]${entries}>>`);
    edit(page, { Annots: `[5 0 R 6 0 R ${widget} 0 R]` })(revision, document);
    edit(4, { Fields: `[5 0 R 6 0 R ${widget} 0 R]` })(revision, document);
  };
}

let signed: Buffer;
beforeAll(async () => {
  signed = await makeSignedForm();
});

describe("incremental saving: a later revision makes the file modified when it", () => {
  const content: Change = (revision) => {
    const num = revision.addStream("", Buffer.from("BT (forged) Tj ET"));
    edit(page, { Contents: `${num} 0 R` })(revision, revision.document);
  };
  const cases: [string, Change, Finding][] = [
    ["gives a page other content", content, finding("page_changed", { page: 1, keys: ["Contents"] })],
    [
      "moves a page's MediaBox",
      edit(page, { MediaBox: "[0 0 100 100]" }),
      finding("page_changed", { page: 1, keys: ["MediaBox"] }),
    ],
    [
      "switches layers in the catalog",
      edit(1, { OCProperties: "<</OCGs[]/D<</BaseState/OFF>>>>" }),
      finding("catalog_changed", { keys: ["OCProperties"] }),
    ],
    [
      "adds an action on opening",
      edit(1, { OpenAction: "<</S/URI/URI(http://x.test)>>" }),
      finding("catalog_changed", { keys: ["OpenAction"] }),
    ],
    [
      "adds a page",
      (revision) =>
        edit(2, { Kids: `[3 0 R ${revision.add("<</Type/Page/Parent 2 0 R>>")} 0 R]` })(revision, revision.document),
      finding("object_changed", { object: 2, type: "Pages" }),
    ],
    [
      "adds an annotation",
      (revision) =>
        edit(page, {
          Annots: `[5 0 R 6 0 R ${revision.add("<</Type/Annot/Subtype/FreeText/Rect[0 0 300 400]>>")} 0 R]`,
        })(revision, revision.document),
      finding("annotation_added", { page: 1 }),
    ],
    ["removes an annotation", edit(page, { Annots: "[5 0 R]" }), finding("annotations_removed", { page: 1 })],
    [
      "adds a text field",
      (revision) =>
        edit(4, { Fields: `[5 0 R 6 0 R ${revision.add("<</FT/Tx/T(More)>>")} 0 R]` })(revision, revision.document),
      finding("form_field_added", { field: "More" }),
    ],
    ["removes a field", edit(4, { Fields: "[5 0 R]" }), finding("form_field_removed", { field: "Name" })],
    [
      "moves a field",
      edit(6, { Rect: "[0 0 300 400]" }),
      finding("form_field_changed", { field: "Name", keys: ["Rect"] }),
    ],
    ["hides a field", edit(6, { F: "2" }), finding("form_field_visibility_changed", { field: "Name" })],
    [
      "takes the signature's own widget elsewhere",
      edit(5, { Rect: "[0 0 1 1]" }),
      finding("form_field_changed", { field: "Sig1", keys: ["Rect"] }),
    ],
    [
      "gives the signature another appearance",
      edit(5, { AP: `<</N ${OTHERS} 0 R>>` }),
      finding("signature_field_changed", { field: "Sig1" }),
    ],
    [
      "replaces a font of the form",
      edit(4, { DR: "<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>" }),
      finding("form_fonts_changed", { keys: ["Helv"] }),
    ],
    [
      "has a key twice with different values",
      (revision) =>
        revision.replace(
          page,
          0,
          "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R]>>",
        ),
      finding("page_changed", { page: 1, keys: ["MediaBox"] }),
    ],
    [
      "adds an empty signature field with a drawing",
      addField(`/AP<</N ${OTHERS} 0 R>>`),
      finding("added_field_drawn", { field: "Sig2" }),
    ],
    ["turns the form into XFA", edit(4, { XFA: "(x)" }), finding("form_settings_changed", { keys: ["XFA"] })],
  ];
  test.each(oneIn(2, cases))("%s", (_name, change, reason) => {
    const report = verify(append(signed, change));
    expect(report.verdict).toBe("modified");
    expect(codesOf(report).changes).toContainEqual(reason);
  });
});

describe("a shared appearance", () => {
  const appearance = (owner: string) => ({
    widgets: [
      "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
      `/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]/AP<</N ${OTHERS} 0 R>>`,
    ],
    others: [stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]", "0 0 m")],
    page: owner,
  });
  const redraw: Change = (revision) =>
    revision.replace(OTHERS, 0, stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]", "9 9 m"));

  test("may not be redrawn in place where the value of its field is unchanged", async () => {
    expect(verify(append(await makeSignedForm(appearance("")), redraw)).verdict).toBe("modified");
  });

  test("may not be redrawn either when the page uses it too", async () => {
    const report = verify(
      append(await makeSignedForm(appearance(`/Resources<</XObject<</X ${OTHERS} 0 R>>>>`)), redraw),
    );
    expect(report.verdict).toBe("modified");
    expect(codesOf(report).changes).toContainEqual(finding("object_changed", { object: OTHERS, type: "Form" }));
  });
});

test("rejects a later definition of an object that the signed page referenced but that was missing", async () => {
  const base = await makeSignedForm({ page: "/Resources<</XObject<</X 500 0 R>>>>" });
  const forged = append(base, (revision) =>
    revision.replace(500, 0, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "f")),
  );
  // Otherwise the object number would exceed the trailer's /Size, which is a separate modification.
  const sized = Buffer.from(forged.toString("latin1").replace(/\/Size \d+(?!.*\/Size)/s, "/Size 501"), "latin1");
  expect(codesOf(verify(sized)).changes).toContainEqual(finding("object_planted", { object: page, type: "Page" }));
  expect(verify(sized).verdict).toBe("modified");
  expect(verify(forged).verdict).toBe("modified");
});

describe("bytes after the signature that no cross-reference chain explains", () => {
  test("are a modification without any new section", () => {
    const report = verify(Buffer.concat([signed, Buffer.from("3 0 obj\n<</Type/Page>>\nendobj\n")]));
    expect(report.verdict).toBe("modified");
  });

  test("are a modification when they repeat the old startxref behind a forged body", () => {
    const tail = signed.toString("latin1", signed.lastIndexOf("startxref"));
    expect(
      isGreen(verify(Buffer.concat([signed, Buffer.from(`3 0 obj\n<</Type/Page>>\nendobj\n${tail}`)])).verdict),
    ).toBe(false);
  });

  test("are a modification when they hold a revision outside the chain", () => {
    const hidden = append(signed, edit(page, { MediaBox: "[0 0 9 9]" })).subarray(signed.length);
    const later = append(signed, edit(6, { V: "(Ada)" })).subarray(signed.length);
    const moved = relocate(later, signed.length, hidden.length);
    expect(verify(Buffer.concat([signed, hidden, moved])).verdict).toBe("modified");
  });

  test("are permitted when they are white space", () => {
    expect(verify(Buffer.concat([signed, Buffer.from("\r\n")])).verdict).toBe("intact");
  });
});

/**
 * Moves an appended revision with a cross-reference table by `by` bytes: its own offsets change, those of earlier
 * revisions do not.
 */
function relocate(tail: Buffer, start: number, by: number): Buffer {
  return Buffer.from(
    tail
      .toString("latin1")
      .replace(/\b(\d{10}) 00000 n/g, (row, offset: string) =>
        Number(offset) < start ? row : `${String(Number(offset) + by).padStart(10, "0")} 00000 n`,
      )
      .replace(/startxref\s+(\d+)/, (_row, offset: string) => `startxref\n${Number(offset) + by}`),
    "latin1",
  );
}

describe("universal signature forgery: the file is never green", () => {
  const range = /\/ByteRange\s*\[[^\]]*\]/;
  const forgeries: [string, (bytes: Buffer) => Buffer][] = [
    ["without a ByteRange", (bytes) => overwrite(bytes, /\/ByteRange/, "/ByteRamge")],
    ["with a null ByteRange", (bytes) => overwrite(bytes, range, "/ByteRange null")],
    ["with a negative number in the ByteRange", (bytes) => overwrite(bytes, range, "/ByteRange[0 -1 2 3]")],
    ["with a ByteRange of zeros", (bytes) => overwrite(bytes, range, "/ByteRange[0 0 0 0]")],
    ["with two numbers in the ByteRange", (bytes) => overwrite(bytes, range, "/ByteRange[0 10]")],
    ["with a gap that is not the Contents", (bytes) => overwrite(bytes, range, "/ByteRange[0 10 20 5]")],
    ["with a ByteRange beyond the file", (bytes) => overwrite(bytes, range, "/ByteRange[0 10 20 99999999]")],
    ["without Contents", (bytes) => overwrite(bytes, /\/Contents/, "/Contemts")],
    ["with null Contents", (bytes) => overwrite(bytes, /\/Contents\s*<[0-9a-fA-F]+>/, "/Contents null")],
    ["with empty Contents", (bytes) => overwrite(bytes, /\/Contents\s*<[0-9a-fA-F]+>/, "/Contents<>")],
    [
      "with Contents of zeros",
      (bytes) => overwrite(bytes, /\/Contents\s*<[0-9a-fA-F]+>/, `/Contents<${"0".repeat(1000)}>`),
    ],
    [
      "with one signed byte changed",
      (bytes) => overwrite(bytes, /\/MediaBox\[0 0 300 400\]/, "/MediaBox[0 0 300 401]"),
    ],
    ["with something after the CMS in Contents", (bytes) => overwrite(bytes, /00000000>/, "00deadbe>")],
    ["with an unknown SubFilter", (bytes) => overwrite(bytes, /\/ETSI\.CAdES\.detached/, "/ETSI.CAdES.detachet")],
  ];
  test.each(oneIn(2, forgeries))("%s", (_name, forge) => {
    const report = verify(forge(signed));
    expect(["invalid", "none", "unsupported"]).toContain(report.verdict);
  });

  test("a field whose Contents is zeros is empty, so that the file contains no signature", () => {
    const waiting = overwrite(signed, /\/Contents\s*<[0-9a-fA-F]+>/, `/Contents<${"0".repeat(1000)}>`);
    expect(verify(waiting).verdict).toBe("none");
  });
});

describe("a signature that a later revision", () => {
  function signatureOf(document: PdfDocument): number {
    const field = document.load(5)?.value;
    const value = field?.kind === "dict" ? field.entries.get("V") : undefined;
    return value?.kind === "ref" ? value.num : 0;
  }

  test("rewrites, with its ByteRange and Contents, is shown as originally made, and modified", () => {
    const forged = append(signed, (revision, document) =>
      edit(signatureOf(document), { Reason: "(I agree to everything)" })(revision, document),
    );
    const report = verify(forged);
    expect(report.signatures).toHaveLength(1);
    expect(report.signatures[0]).toMatchObject({ verdict: "modified", intact: true, reason: null });
  });

  test.each([
    ["takes out of its field", edit(5, { V: null })],
    ["takes out with its field", edit(4, { Fields: "[6 0 R]" })],
    ["takes out with the whole form", edit(1, { AcroForm: null })],
    ["leads to another dictionary", edit(5, { V: "<</Type/Sig/Filter/Adobe.PPKLite/Contents<30>>>" })],
    [
      "leaves without its object",
      (revision: Revision, document: PdfDocument) => revision.replace(signatureOf(document), 0, "null"),
    ],
  ] as [string, Change][])("%s is shown as modified instead of disappearing", (_how, change) => {
    const report = verify(append(signed, change));
    expect(report.verdict).toBe("modified");
    expect(report.signatures.some(({ decidedBy }) => decidedBy.code === "signature_rewritten")).toBe(true);
  });
});

test("rejects a moved second signed range with forged objects in between as invalid", () => {
  const text = signed.toString("latin1");
  const [, gapStart = "", gapEnd = "", length = ""] = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)/.exec(text) ?? [];
  const forged = "\n3 0 obj\n<</Type/Page/MediaBox[0 0 9 9]>>\nendobj\n";
  const head = text
    .slice(0, Number(gapStart))
    .replace(
      /(\/ByteRange\s*\[\s*0\s+\d+\s+)(\d+)/,
      (_all, before: string, end: string) => before + String(Number(end) + forged.length).padEnd(end.length),
    );
  const moved = Buffer.from(
    head +
      text.slice(Number(gapStart), Number(gapEnd)) +
      forged +
      text.slice(Number(gapEnd), Number(gapEnd) + Number(length)),
    "latin1",
  );
  expect(isGreen(verify(moved).verdict)).toBe(false);
});

describe("a certified file", () => {
  test("is modified by an annotation over it", async () => {
    const { bytes } = await makeCompleted();
    const forged = append(bytes, (revision, document) => {
      const pages = document.catalog().value.entries.get("Pages");
      const kids = pages?.kind === "ref" ? document.load(pages.num)?.value : undefined;
      const list = kids?.kind === "dict" ? kids.entries.get("Kids") : undefined;
      const first = list?.kind === "array" ? list.items[1] : undefined;
      const note = revision.add("<</Type/Annot/Subtype/FreeText/Rect[0 0 600 700]/Contents(paid)>>");
      edit(first?.kind === "ref" ? first.num : 0, { Annots: `[${note} 0 R]` })(revision, document);
    });
    expect(verify(forged).verdict).toBe("modified");
  });
});

test("treats any later signature field as a modification after a lock with /P 1, and none after /P 3", async () => {
  const locked = async (level: number) =>
    makeSignedForm({
      widgets: [
        `/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]/Lock<</Action/Include/Fields[(Name)]/P ${level}>>`,
        "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]",
      ],
    });
  expect(verify(append(await locked(1), addField(""))).verdict).toBe("modified");
  expect(verify(append(await locked(3), addField(""))).verdict).toBe("intact_later_allowed");
});

test("rejects a later visible signature field over another annotation, and permits one beside it", () => {
  expect(verify(append(signed, addField("", "5 95 120 130"))).verdict).toBe("modified");
  expect(verify(append(signed, addField(""))).verdict).toBe("intact_later_allowed");
});

test("treats a signature copied to another field as invalid there", () => {
  const forged = append(signed, (revision, document) => {
    const first = document.load(5)?.value;
    const value = first?.kind === "dict" ? first.entries.get("V") : undefined;
    addField(value?.kind === "ref" ? `/V ${value.num} 0 R` : "")(revision, document);
  });
  expect(verify(forged).signatures.find(({ field }) => field === "Sig2")?.verdict).toBe("invalid");
});
