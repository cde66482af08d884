import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { finding } from "@/lib/pades/verify/report/findings";
import { append, makeCompleted, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const content = (words: string): string => stream("", `BT /F1 24 Tf 20 300 Td (${words}) Tj ET`);
const objects = [
  "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
  "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R]/Contents 6 0 R>>",
  "<</Fields[5 0 R]>>",
  "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[0 0 0 0]>>",
  content("Pay 100"),
];
let stranger: TestSigner;
beforeAll(async () => {
  stranger = await (await makeTestAuthority()).issue("Grace Hopper");
});

/** A signed file with an object after the last one that its cross-reference data do not list. */
function signedWith(hidden: string): Promise<Buffer> {
  return signWith(pdfOf([...objects, `null\nendobj\n${hidden}`]), "Sig1", stranger);
}

describe("a signed file is rejected when programs may rebuild it because a later revision contains", () => {
  test.each([
    ["another object with the number of one in use", `6 0 obj\n${content("Pay 999999")}`],
    ["one in a stream, where some programs find it", `8 0 obj\n${stream("", "6 0 obj\n<</Length 9>>\nstream\n")}`],
    ["another page", "3 0 obj\n<</Type/Page/Parent 2 0 R/Rotate 90>>"],
  ])("%s", async (_what, hidden) => {
    const bytes = await signedWith(hidden);
    expect(verify(bytes).verdict).toBe("intact");
    expect(verify(append(bytes, (revision) => revision.add("<</Type/DSS>>"))).signatures[0]).toMatchObject({
      verdict: "modified",
      decidedBy: finding("rebuilt_differently"),
    });
  });

  test.each([
    ["an object with a number of its own", "90 0 obj\nnull"],
    ["the beginning of an object at the end of a stream", `8 0 obj\n${stream("", "6 0 obj\n<</ ")}`],
  ])("but is accepted with %s", async (_what, hidden) => {
    expect(verify(append(await signedWith(hidden), (revision) => revision.add("<</Type/DSS>>"))).verdict).toBe(
      "intact_later_allowed",
    );
  });

  test("but none of our own revisions does", async () => {
    expect((await makeCompleted()).stages.slice(1).map((bytes) => verify(bytes).verdict)).toEqual([
      "intact",
      "intact_later_allowed",
      "intact_later_allowed",
      "intact_later_allowed",
    ]);
  });
});

test.each(["\xa0", "\x0b", "\f"])(
  "rejects %j around the last offset, since some programs do not read it as white space and rebuild the file",
  async (gap) => {
    const bytes = await signWith(pdfOf(objects), "Sig1", stranger);
    const { startXref } = PdfDocument.open(fromBuffer(bytes));
    const ending = (before: string, after: string): Buffer =>
      Buffer.from(
        `${bytes.toString("latin1")}xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 20/Root 1 0 R/Prev ${startXref}>>\nstartxref${before}${bytes.length}${after}%%EOF\n`,
        "latin1",
      );
    expect(verify(ending("\n", "\n")).verdict).toBe("intact_later_allowed");
    expect(verify(ending(gap, "\n")).verdict).toBe("modified");
    expect(verify(ending("\n", gap)).verdict).toBe("modified");
  },
);
