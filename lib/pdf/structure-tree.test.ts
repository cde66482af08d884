import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { dictOf, listOf, objectsOf } from "@/lib/pdf/testing/qpdf-objects";
import { uaComplaints } from "@/lib/pdf/testing/ua-judge";
import { oneIn } from "@/lib/testing/representatives";
import { readParentTree, structureRoot } from "./structure-tree";

const FILE_UUID = "0198f7a2-1111-4222-8333-444455556666";

/** A tagged page. `tree` has the objects from 5, with the structure tree root first. */
function tagged(tree: readonly string[], catalog = "/StructTreeRoot 5 0 R"): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>${catalog}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/StructParents 0>>",
    stream("", "/P<</MCID 0>>BDC 0 0 9 9 re f EMC"),
    ...tree,
  ]);
}

function prepared(base: Buffer): Buffer {
  const { tail } = prepareDocument(fromBuffer(base), {
    fileUuid: FILE_UUID,
    signers: [{ signRequestId: 1, fields: [] }],
    maxPages: 9,
    expectedSha256: null,
  });
  return Buffer.concat([base, tail]);
}

const PARAGRAPH = "<</Type/StructElem/S/P/P 5 0 R/Pg 3 0 R/K 0>>";
const IN_DOCUMENT = "<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 0>>";
const PARENTS = "<</Nums[0[6 0 R]]>>";

describe("the elements of new widgets", () => {
  test.each<[string, string[], number, number]>(
    oneIn(3, [
      [
        "a root with one kid",
        ["<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R/ParentTreeNextKey 1>>", PARAGRAPH, PARENTS],
        5,
        1,
      ],
      [
        "a root with an array of kids",
        ["<</Type/StructTreeRoot/K[6 0 R]/ParentTree 7 0 R/ParentTreeNextKey 1>>", PARAGRAPH, PARENTS],
        5,
        1,
      ],
      [
        "kids in an object of their own",
        ["<</Type/StructTreeRoot/K 8 0 R/ParentTree 7 0 R/ParentTreeNextKey 1>>", PARAGRAPH, PARENTS, "[6 0 R]"],
        5,
        1,
      ],
      [
        "a document element",
        [
          "<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R/ParentTreeNextKey 4>>",
          "<</Type/StructElem/S/Document/P 5 0 R/K[8 0 R]>>",
          "<</Nums[0[8 0 R]]>>",
          IN_DOCUMENT,
        ],
        6,
        4,
      ],
      [
        "a document element in an array",
        [
          "<</Type/StructTreeRoot/K[6 0 R]/ParentTree 7 0 R>>",
          "<</Type/StructElem/S/Document/P 5 0 R/K 8 0 R>>",
          "<</Nums[0[8 0 R]]>>",
          IN_DOCUMENT,
        ],
        6,
        1,
      ],
      [
        "a parent tree of two levels",
        [
          "<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R>>",
          PARAGRAPH,
          "<</Kids[8 0 R]>>",
          "<</Limits[0 7]/Nums[0[6 0 R]7 6 0 R]>>",
        ],
        5,
        8,
      ],
      [
        "kids of the parent tree in an object of their own",
        [
          "<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R>>",
          PARAGRAPH,
          "<</Kids 9 0 R>>",
          "<</Limits[0 0]/Nums[0[6 0 R]]>>",
          "[8 0 R]",
        ],
        5,
        1,
      ],
      [
        "a parent tree inside the root",
        ["<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[6 0 R]]>>>>", PARAGRAPH],
        5,
        1,
      ],
      [
        "a next key that is taken already",
        ["<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R/ParentTreeNextKey 0>>", PARAGRAPH, PARENTS],
        5,
        1,
      ],
      ["no parent tree, and a page that has a key", ["<</Type/StructTreeRoot/K 6 0 R>>", PARAGRAPH], 5, 1],
    ]),
  )("come after everything else in a tree with %s", (_what, tree, parent, firstKey) => {
    const pdf = prepared(tagged(tree));
    const objects = objectsOf(pdf);
    expect(uaComplaints(pdf)).toEqual([]);
    expect(qpdfCheck(pdf)).toBe(0);
    const kids = listOf(objects, dictOf(objects, `${parent} 0 R`)["/K"]);
    expect(
      kids
        .slice(1)
        .map((kid) => dictOf(objects, kid))
        .map((kid) => [kid["/S"], kid["/P"], kid["/Pg"]]),
    ).toEqual(Array(3).fill(["/Form", `${parent} 0 R`, "3 0 R"]));
    const document = PdfDocument.open(fromBuffer(pdf));
    const root = structureRoot(document);
    expect(root && [...readParentTree(document, root).keys()].filter((key) => key >= firstKey)).toEqual([
      firstKey,
      firstKey + 1,
      firstKey + 2,
    ]);
  });

  test("describe the purpose of each field in the document's language", () => {
    const tree = ["<</Type/StructTreeRoot/K 6 0 R/ParentTree 7 0 R>>", PARAGRAPH, PARENTS];
    const words = (pdf: Buffer) =>
      [...objectsOf(pdf).values()].flatMap((value) =>
        value !== null && typeof value === "object" && !Array.isArray(value) && "/TU" in value ? [value["/TU"]] : [],
      );
    expect(words(prepared(tagged(tree)))).toEqual([
      "u:Certification of the document",
      "u:Signature",
      "u:Seal of the document",
    ]);
    const portuguese = Buffer.from(tagged(tree).toString("latin1").replace("/Lang(en)", "/Lang(pt)"), "latin1");
    expect(words(prepared(portuguese))).toEqual(["u:Certificação do documento", "u:Assinatura", "u:Selo do documento"]);
  });

  test.each([
    ["no structure", tagged([], "")],
    [
      "a structure tree root inside the catalog, which no element could name",
      tagged([], "/StructTreeRoot<</Type/StructTreeRoot>>"),
    ],
    ["a structure tree root that is not there", tagged([], "/StructTreeRoot 77 0 R")],
    [
      "a next key that no integer can hold",
      tagged(["<</Type/StructTreeRoot/ParentTreeNextKey 99999999999999999999>>"]),
    ],
  ])("are left out in a file with %s", (_what, base) => {
    const tail = prepared(base).subarray(base.length).toString("latin1");
    expect(tail).not.toMatch(/StructElem|StructParent |\/TU|\/Tabs/);
  });
});
