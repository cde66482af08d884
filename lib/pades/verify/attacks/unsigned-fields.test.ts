import { createHash, type Hash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { buildTimestampDictionary, DEFAULT_PLACEHOLDER_BYTES, signRevision } from "@/lib/pades/sign-revision";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import { edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { makeToken, makeWorld, withDocumentTimestamp } from "@/lib/pades/verify/testing/long-term-files";
import { append, codesOf, fileUuid, makeSignedForm, verify, type Codes } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { oneIn } from "@/lib/testing/representatives";

const [page, form] = [3, 4];
const visible = "/Rect[150 200 250 250]";
const nowhere = "/Rect[0 0 0 0]";

/** Adds the signature field Sig2 with its widget. */
function addField(entries: string): Change {
  return (revision, document) => {
    const widget = pdfRef(
      revision.add(
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)${entries.includes("/F ") ? "" : "/F 4"}/P 3 0 R${entries}>>`,
      ),
    );
    edit(page, { Annots: `[5 0 R 6 0 R ${widget}]` })(revision, document);
    edit(form, { Fields: `[5 0 R 6 0 R ${widget}]` })(revision, document);
  };
}

/** Adds the signature field with a reference to a signature dictionary. */
function addFilled(entries: string, dictionary: string): Change {
  return (revision, document) => addField(`${entries}/V ${pdfRef(revision.add(dictionary))}`)(revision, document);
}

let signed: Buffer;
beforeAll(async () => {
  signed = await makeSignedForm();
});

/** The new field is not permitted, so that its widget counts as any other annotation. */
const rejected = (...found: [Finding, ...Finding[]]): Codes => ({
  verdict: "modified",
  decidedBy: found[0],
  changes: [...found, finding("annotation_added", { page: 1 })],
});
const added: Codes = {
  verdict: "intact_later_allowed",
  decidedBy: finding("only_permitted_changes"),
  changes: [finding("signature_field_added", { field: "Sig2" })],
};

function after(change: Change, bytes = signed): Codes {
  return codesOf(verify(append(bytes, change)), "Sig1");
}

describe("a new signature field without a signature is a modification when it has", () => {
  test.each(
    oneIn(3, [
      ["a background", "/MK<</BG[1]>>"],
      ["a border's colour", "/MK<</BC[1 0 0]>>"],
      ["a caption", "/MK<</CA(999999 EUR)>>"],
      ["a border's style", "/BS<</W 50>>"],
      ["a border", "/Border[0 0 50]"],
      ["a border's effect", "/BE<</S/C>>"],
      ["a colour", "/C[1 0 0]"],
    ]),
  )("%s, at any place", (_what, entries) => {
    for (const place of [visible, nowhere, "/Rect[0 100 300 100]"]) {
      expect(after(addField(`${place}${entries}`))).toEqual(rejected(finding("added_field_drawn", { field: "Sig2" })));
    }
  });

  test("a background, and zeros in place of a signature", () => {
    expect(
      after(addFilled(`${visible}/MK<</BG[1]>>`, "<</Type/Sig/SubFilter/ETSI.CAdES.detached/Contents<0000>>>")).verdict,
    ).toBe("modified");
  });
});

test.each(["#00", "\x80", "\xff"])(
  "rejects a new signature field with keys that some programs read differently: with %j behind them",
  (alias) => {
    const entries = `${nowhere}/Rect${alias}[0 0 300 400]/AP${alias}<</N 5 0 R>>`;
    expect(after(addField(entries))).toEqual(
      rejected(
        finding("object_unclear", { object: 101 }),
        finding("added_field_with_content", { field: "Sig2", key: `Rect${alias}` }),
      ),
    );
  },
);

test.each(["", "/MK<<>>", "/MK<</R 90>>", "/Border[0 0 0]", "/DA(/Helv 0 Tf 0 g)"])(
  "permits an empty invisible signature field: %j",
  (entries) => {
    expect(after(addField(`${visible}${entries}`))).toEqual(added);
  },
);

describe("a new signature field is a modification when it brings content of its own:", () => {
  const brought = (key: string, field = "Sig2"): Codes => rejected(finding("added_field_with_content", { field, key }));

  test.each([
    ["TU", "/TU(Amount: 999999 EUR)"],
    ["Contents", "/Contents(999999 EUR)"],
    ["DV", "/DV(999999 EUR)"],
    ["RV", "/RV(<p>999999 EUR</p>)"],
    ["DS", "/DS(font-size:12pt)"],
    ["V", "/V(999999 EUR)"],
    ["V", "/V/Yes"],
    ["Popup", "/Popup<</Type/Annot/Subtype/Popup/Rect[0 0 300 400]/Contents(999999 EUR)>>"],
    ["OC", "/OC<</Type/OCG/Name(x)>>"],
    ["AF", "/AF[<</Type/Filespec/F(annex.pdf)>>]"],
    ["Parent", "/Parent 6 0 R"],
    ["RC", "/RC(<p>999999 EUR</p>)"],
    ["IRT", "/IRT 6 0 R"],
    ["Dest", "/Dest[3 0 R/Fit]"],
    ["FS", "/FS<</F(annex.pdf)>>"],
    ["QuadPoints", "/QuadPoints[0 0 300 0 0 400 300 400]"],
    ["MEPS", "/MEPS(an unknown entry)"],
  ])("%s in %s", (key, entries) => {
    expect(after(addField(`${visible}${entries}`))).toEqual(brought(key));
  });

  test.each([
    ["TU", "/TU(999999 EUR)"],
    ["AA", "/AA<</K<</S/JavaScript/JS(x)>>>>"],
  ])("%s in a field above it", (key, entries) => {
    const change: Change = (revision, document) => {
      const widget = revision.reserve();
      const field = revision.add(`<</T(Group)${entries}/Kids[${widget} 0 R]>>`);
      revision.replace(
        widget,
        0,
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/Parent ${field} 0 R/P 3 0 R/F 4${visible}>>`,
      );
      edit(page, { Annots: `[5 0 R 6 0 R ${widget} 0 R]` })(revision, document);
      edit(form, { Fields: `[5 0 R 6 0 R ${field} 0 R]` })(revision, document);
    };
    expect(after(change)).toEqual(brought(key, "Group.Sig2"));
  });

  test.each(["Name", "Name.last"])(
    "the name of a signed field, or one below it, which programs treat as the same: %s",
    (name) => {
      const change: Change = (revision, document) => {
        const widget = pdfRef(revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/F 4/P 3 0 R${visible}>>`));
        edit(page, { Annots: `[5 0 R 6 0 R ${widget}]` })(revision, document);
        edit(form, { Fields: `[5 0 R 6 0 R ${widget}]` })(revision, document);
      };
      expect(after(change)).toEqual(brought("T", name));
    },
  );

  test("but not with a label of the field's purpose", () => {
    expect(after(addField(`${visible}/TU(Seal of the document)`)).verdict).toBe("intact_later_allowed");
  });
});

test.each(["2.0", "2.", "4294967298", "-2", "+2", "(2)"])(
  "rejects a new signature field with flags that some programs ignore: %s",
  (flags) => {
    expect(after(addField(`/F ${flags}${visible}`))).toEqual(
      rejected(finding("added_field_unclear_flags", { field: "Sig2" })),
    );
  },
);

test.each([
  ["no box", ""],
  ["one of three numbers", "/BBox[0 0 300]"],
])(
  "a new signature field that is a point may not have an appearance with %s, which PDFium draws at its own size",
  (_what, box) => {
    const drawn =
      (entries: string): Change =>
      (revision, document) => {
        const form = revision.addStream(`/Type/XObject/Subtype/Form${entries}`, Buffer.from("0 0 300 400 re f"));
        addField(`${nowhere}/AP<</N ${form} 0 R>>`)(revision, document);
      };
    expect(after(drawn("/BBox[0 0 0 0]")).verdict).toBe("intact_later_allowed");
    expect(after(drawn(box))).toEqual(rejected(finding("added_field_without_box", { field: "Sig2" })));
  },
);

test("rejects a widget of another type in a new signature field, which programs draw from its value", () => {
  const change =
    (type: string): Change =>
    (revision, document) => {
      const widget = revision.reserve();
      const field = revision.add(`<</FT/Sig/T(Sig3)/Kids[${widget} 0 R]>>`);
      revision.replace(widget, 0, `<</Type/Annot/Subtype/Widget/Parent ${field} 0 R/P 3 0 R/F 4${visible}${type}>>`);
      edit(page, { Annots: `[5 0 R 6 0 R ${widget} 0 R]` })(revision, document);
      edit(form, { Fields: `[5 0 R 6 0 R ${field} 0 R]` })(revision, document);
    };
  expect(after(change("/FT/Sig")).verdict).toBe("intact_later_allowed");
  expect(after(change("/FT/Tx/V(999999)/DA(/Helv 24 Tf 0 g)")).verdict).toBe("modified");
});

test.each([
  ["zoom", 8],
  ["rotation", 16],
])("a new signature field may not lie at a place that depends on the %s", (_what, flag) => {
  expect(after(addField(`/F ${4 | flag}${visible}`))).toEqual(
    rejected(finding("added_field_moves", { field: "Sig2" })),
  );
  expect(after(addField(`/F ${4 | flag}${nowhere}`)).verdict).toBe("intact_later_allowed");
});

describe("a document timestamp counts as one only when its token verifies:", () => {
  const lock = "/Lock<</Action/Include/Fields[(Name)]/P 1>>";
  const fields = [`/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]${lock}`, "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]"];
  const stamp = (contents: string): string =>
    `<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/ByteRange[0 10 20 30]/Contents<${contents}>>>`;

  test.each([
    ["zeros", "0".repeat(64)],
    ["something that is not a token", "3003020101"],
  ])("not with %s", async (_what, contents) => {
    expect(after(addFilled(nowhere, stamp(contents)))).toEqual(added);
    const closed = await makeSignedForm({ widgets: fields });
    expect(after(addFilled(nowhere, stamp(contents)), closed).verdict).toBe("modified");
  });

  test("with the token of an authority over these bytes", async () => {
    const bytes = await withDocumentTimestamp(makeWorld(), await makeSignedForm({ widgets: fields }), {
      at: "2026-06-03T00:00:00Z",
    });
    expect(verify(bytes).signatures[0]).toMatchObject({
      verdict: "intact_later_allowed",
      changes: { findings: [finding("timestamp_added", { field: `paraph-${fileUuid}-t1` })] },
    });
  });

  async function stampWith(bytes: Buffer, entries: string): Promise<VerificationReport> {
    const document = PdfDocument.open(fromBuffer(bytes));
    const revision = new Revision(document);
    const signature = buildTimestampDictionary(DEFAULT_PLACEHOLDER_BYTES);
    const signatureNum = revision.add(signature.body);
    addField(`${entries}/V ${pdfRef(signatureNum)}`)(revision, document);
    const hashAll = (): Hash => createHash("sha256").update(bytes);
    const { tail } = await signRevision({ revision, fieldName: "Sig2", signature, signatureNum, hashAll }, (digest) =>
      makeToken(makeWorld(), digest, { at: "2026-06-03T00:00:00Z" }),
    );
    return verify(Buffer.concat([bytes, tail]));
  }

  test("and is not invisible when its widget has a border, whatever its rectangle", async () => {
    const bytes = await makeSignedForm({ widgets: fields });
    expect((await stampWith(bytes, "/Rect[0 100 300 100]")).verdict).toBe("intact_later_allowed");
    expect((await stampWith(bytes, "/Rect[0 100 300 100]/MK<</BC[0]>>/BS<</W 1>>")).verdict).toBe("modified");
  });

  test.each(["/MK<</BG[0]>>", "/MK<</BC[0]>>/BS<</W 2>>", "/Border[0 0 1]/C[1 0 0]", ""])(
    "and a notice reports page and position where its widget may show %j",
    async (entries) => {
      const report = await stampWith(signed, `${visible}${entries}`);
      expect(report.verdict).toBe("intact_later_allowed");
      expect(codesOf(report)).toEqual(added);
      expect(report.notices).toMatchObject([
        { code: "later_signature_shown", field: "Sig2", page: 1, rect: [150, 200, 250, 250] },
      ]);
    },
  );

  test.each([
    `${nowhere}/BS<</W 400>>/MK<</BC[0]/BG[0]>>`,
    `${visible}/Border[0 0 200]`,
    "/Rect[100 100 101 101]/BS<</W 50>>/MK<</BC[0]>>",
  ])("and a border that reaches beyond its widget is a modification: %s", async (entries) => {
    expect((await stampWith(signed, entries)).signatures[0]).toMatchObject({
      verdict: "modified",
      decidedBy: finding("added_field_wide_border", { field: "Sig2" }),
    });
  });

  test("not with the token of an authority over other bytes", async () => {
    const [world, other] = [makeWorld(), await makeSignedForm()];
    const stamped = await withDocumentTimestamp(world, other, { at: "2026-06-03T00:00:00Z" });
    const token = /\/DocTimeStamp[^]*?\/Contents\s*<([0-9a-f]+)>/.exec(stamped.toString("latin1"))?.[1] ?? "";
    expect(token.length).toBeGreaterThan(1000);
    const own = await withDocumentTimestamp(world, await makeSignedForm({ widgets: fields }), {
      at: "2026-06-03T00:00:00Z",
    });
    const text = own.toString("latin1");
    const copied = Buffer.from(
      text.replace(
        /(\/DocTimeStamp[^]*?\/Contents\s*<)([0-9a-f]+)>/,
        (_all, head: string, digits: string) => `${head}${token.slice(0, digits.length)}>`,
      ),
      "latin1",
    );
    expect(copied.length).toBe(own.length);
    expect(verify(copied).signatures[0]?.verdict).toBe("modified");
  });
});
