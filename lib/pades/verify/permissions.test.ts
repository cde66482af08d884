import { beforeAll, describe, expect, test } from "vitest";
import { buildSignatureDictionary, DEFAULT_PLACEHOLDER_BYTES, signRevision } from "@/lib/pades/sign-revision";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { makeWorld, withDocumentTimestamp } from "@/lib/pades/verify/testing/long-term-files";
import { append, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { fromBuffer, hashSource } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";

type Change = (revision: Revision, document: PdfDocument) => void;

const signatureField = 5;
const firstText = 6;
const secondText = 7;
const waiting = 8;
const form = 4;
const page = 3;
const widgets = [
  "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
  "/FT/Tx/T(one)/F 4/Rect[10 100 110 120]",
  "/FT/Tx/T(two)/F 4/Rect[10 130 110 150]",
  "/FT/Sig/T(Waiting)/F 132/Rect[10 200 110 260]",
];

let signer: TestSigner;
beforeAll(async () => {
  signer = await (await makeTestAuthority()).issue("Grace Hopper");
});

/** Signs the first field with the given signature references (ISO 32000-2, table 256). */
async function signedWith(reference: string): Promise<Buffer> {
  const base = formPdf({ widgets });
  const document = PdfDocument.open(fromBuffer(base));
  const revision = new Revision(document);
  const signature = buildSignatureDictionary({
    signedAt: new Date("2026-01-01T00:00:00Z"),
    name: null,
    reason: null,
    references: reference === "" ? [] : [reference],
    placeholderBytes: DEFAULT_PLACEHOLDER_BYTES,
  });
  const signatureNum = revision.add(signature.body);
  edit(signatureField, { V: pdfRef(signatureNum) })(revision, document);
  const toSign = {
    revision,
    fieldName: "Sig1",
    signature,
    signatureNum,
    hashAll: () => hashSource(fromBuffer(base), null),
  };
  return Buffer.concat([base, (await signRevision(toSign, signer.makeCms)).tail]);
}

/** Signs the first field, with a lock in the field (12.7.5.5) that no writer copied to the signature. */
function signedUnderLock(lock: string): Promise<Buffer> {
  const [first = "", ...others] = widgets;
  return makeSignedForm({ widgets: [`${first}/Lock<<${lock}>>`, ...others] });
}

const docMdp = (level: number): string =>
  `<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${level}/V/1.2>>>>`;
const fieldMdp = (entries: string): string =>
  `<</Type/SigRef/TransformMethod/FieldMDP/TransformParams<</Type/TransformParams${entries}/V/1.2>>>>`;

function edit(num: number, changes: Record<string, string | null>): Change {
  return (revision, document) => {
    const object = document.load(num);
    if (object?.value.kind === "dict") {
      revision.replace(num, object.gen, editDict({ ...object, value: object.value }, changes));
    }
  };
}

const fill = (num: number): Change => edit(num, { V: "(filled)" });
const addDss = edit(1, { DSS: "<</Type/DSS>>" });
const annotate: Change = (revision, document) => {
  const note = revision.add("<</Type/Annot/Subtype/Text/Rect[200 200 220 220]/Contents(note)>>");
  edit(page, { Annots: `[5 0 R 6 0 R 7 0 R 8 0 R ${pdfRef(note)}]` })(revision, document);
};

function addField(entries: string): Change {
  return (revision, document) => {
    const widget = pdfRef(revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/F 132/P 3 0 R${entries}>>`));
    edit(page, { Annots: `[5 0 R 6 0 R 7 0 R 8 0 R ${widget}]` })(revision, document);
    edit(form, { Fields: `[5 0 R 6 0 R 7 0 R 8 0 R ${widget}]` })(revision, document);
  };
}

/** The verdict of the first signature. A signature added by the change cannot be valid. */
function verdictAfter(bytes: Buffer, change: Change): string | undefined {
  return verify(append(bytes, change)).signatures.find(({ field }) => field === "Sig1")?.verdict;
}

const addEmpty = addField("/Rect[0 0 0 0]");
const signWaiting: Change = (revision, document) =>
  edit(waiting, { V: pdfRef(revision.add("<</Type/Sig/SubFilter/ETSI.CAdES.detached/Contents<30>>>")) })(
    revision,
    document,
  );
const stamp: Change = (revision, document) =>
  addField(`/Rect[0 0 0 0]/V ${pdfRef(revision.add("<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Contents<30>>>"))}`)(
    revision,
    document,
  );
const stampVisibly: Change = (revision, document) => {
  const drawing = revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 100 60]", Buffer.from("0 0 100 60 re f"));
  const stampNum = revision.add("<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Contents<30>>>");
  edit(waiting, { V: pdfRef(stampNum), AP: `<</N ${pdfRef(drawing)}>>` })(revision, document);
};

const yes = "intact_later_allowed";
const no = "modified";

describe("after a certification with DocMDP level", () => {
  const changes: [string, Change, [string, string, string, string]][] = [
    ["validation data", addDss, [yes, yes, yes, yes]],
    ["an invisible timestamp whose token does not verify", stamp, [yes, no, no, no]],
    ["filling in a field", fill(firstText), [yes, no, yes, yes]],
    ["signing a field that waits", signWaiting, [yes, no, yes, yes]],
    ["a timestamp with a drawing in a field that waits", stampVisibly, [yes, no, yes, yes]],
    ["a new signature field", addEmpty, [yes, no, no, no]],
    ["an annotation", annotate, [no, no, no, no]],
  ];
  describe.each([
    ["none", 0],
    ["1", 1],
    ["2", 2],
    ["3", 3],
  ] as const)("%s", (_name, level) => {
    test.each(changes)("%s is judged by the level", async (_change, change, expected) => {
      expect(verdictAfter(await signedWith(level === 0 ? "" : docMdp(level)), change)).toBe(expected[level]);
    });

    test("permits a document timestamp that verifies", async () => {
      const bytes = await signedWith(level === 0 ? "" : docMdp(level));
      const report = verify(await withDocumentTimestamp(makeWorld(), bytes, { at: "2026-06-03T00:00:00Z" }));
      expect(report.signatures.map(({ verdict }) => verdict)).toEqual([yes, "intact"]);
      expect(report.signatures[0]?.changes.findings).toMatchObject([{ code: "timestamp_added" }]);
    });
  });
});

describe.each([
  ["the signature's reference", (entries: string) => signedWith(fieldMdp(entries))],
  ["the field's /Lock", signedUnderLock],
])("a lock on fields (FieldMDP) in %s", (_where, make) => {
  const locks: [string, string, [string, string, string]][] = [
    ["All", "/Action/All", [no, no, no]],
    ["Include", "/Action/Include/Fields[(one)]", [no, yes, yes]],
    ["Exclude", "/Action/Exclude/Fields[(one)(Waiting)]", [yes, no, yes]],
    ["Include of nothing", "/Action/Include/Fields[]", [yes, yes, yes]],
    ["Include without a list", "/Action/Include", [no, no, no]],
    ["an action of no known kind", "/Action/Foo/Fields[(one)]", [no, no, no]],
    ["no action", "/Fields[(one)]", [no, no, no]],
  ];
  test.each(locks)(
    "%s applies to the fields that it names, and to all where it cannot be read",
    async (_action, entries, [one, two, signing]) => {
      const bytes = await make(entries);
      expect([fill(firstText), fill(secondText), signWaiting].map((change) => verdictAfter(bytes, change))).toEqual([
        one,
        two,
        signing,
      ]);
    },
  );

  test("cannot be loosened by a later revision", async () => {
    const bytes = await make("/Action/All");
    const loosened = append(bytes, edit(signatureField, { Lock: null }));
    expect(verdictAfter(loosened, fill(firstText))).toBe(no);
  });
});

test("treats the /P of a lock like a certification of that level, with no effect for 3", async () => {
  const lock = (level: number) => signedUnderLock(`/Action/Include/Fields[(two)]/P ${level}`);
  expect(verdictAfter(await lock(1), fill(firstText))).toBe(no);
  expect(verdictAfter(await lock(2), fill(firstText))).toBe(yes);
  expect(verdictAfter(await lock(2), addEmpty)).toBe(no);
  expect(verdictAfter(await lock(3), addEmpty)).toBe(yes);
});

test("obeys the lock of a field with the same name, which programs may take for the signed one", async () => {
  const namesake = "/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/Lock";
  const locked = await makeSignedForm({ widgets: [...widgets, `${namesake}<</Action/All>>`] });
  expect(verdictAfter(locked, fill(firstText))).toBe(no);
  const closed = await makeSignedForm({ widgets: [...widgets, `${namesake}<</Action/Include/Fields[(two)]/P 1>>`] });
  expect(verdictAfter(closed, fill(firstText))).toBe(no);
});

test("rejects rewriting lock parameters in an indirect object", async () => {
  const indirect = "<</Type/SigRef/TransformMethod/FieldMDP/TransformParams 4 0 R>>";
  const bytes = await signedWith(indirect);
  expect(verdictAfter(bytes, edit(form, { Action: "/Include" }))).toBe(no);
});
