import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { append, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

/*
 * Objects of the tagged file. The kids of the document element are in a separate array, those of the section directly
 * in the element.
 */
const [pages, page, form, field, root, element, kids, section, paragraph, tree, paragraphs, content, font] = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
] as const;

interface Prepared {
  /** Replaces the page's own content. */
  contents?: string;
  pageEntries?: string;
  kidsOfDocument?: string;
}

function taggedPdf({
  contents = `${content} 0 R`,
  pageEntries = "",
  kidsOfDocument = `[${section} 0 R]`,
}: Prepared): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages ${pages} 0 R/AcroForm ${form} 0 R/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>/Lang(en)>>`,
    `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 300 400]/Annots[${field} 0 R]/StructParents 0/Contents ${contents}/Resources<</Font<</F ${font} 0 R>>>>${pageEntries}>>`,
    `<</Fields[${field} 0 R]/SigFlags 3>>`,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/P ${page} 0 R>>`,
    `<</Type/StructTreeRoot/K ${element} 0 R/ParentTree ${tree} 0 R/ParentTreeNextKey 1>>`,
    `<</Type/StructElem/S/Document/P ${root} 0 R/K ${kids} 0 R>>`,
    kidsOfDocument,
    `<</Type/StructElem/S/Sect/P ${element} 0 R/K[${paragraph} 0 R]>>`,
    `<</Type/StructElem/S/P/P ${section} 0 R/Pg ${page} 0 R/K 0>>`,
    `<</Nums[0 ${paragraphs} 0 R]>>`,
    `[${paragraph} 0 R]`,
    stream("", "/P<</MCID 0>>BDC BT /F 12 Tf 20 300 Td (100 EUR) Tj ET EMC"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]);
}

let signer: TestSigner;
beforeAll(async () => {
  signer = await (await makeTestAuthority()).issue("Grace Hopper");
});

const sign = (prepared: Prepared = {}): Promise<Buffer> => signWith(taggedPdf(prepared), "Sig1", signer);

interface Added {
  /** The new element; `form` is a valid one. */
  element?: (references: { widget: string; parent: string }) => string;
  /** Its parent. */
  into?: "document" | "section" | "root";
  /** Replaces the entry of the parent tree. */
  entry?: (own: string) => string;
  widget?: string;
}

const sound = ({ widget, parent }: { widget: string; parent: string }): string =>
  `<</Type/StructElem/S/Form/P ${parent}/Pg ${page} 0 R/K<</Type/OBJR/Obj ${widget}/Pg ${page} 0 R>>>>`;

/** Adds an invisible signature field with its structure element, like a writer that maintains tagging. */
function addTaggedField({
  element: write = sound,
  into = "document",
  entry = (own) => `1 ${own}`,
  widget: more = "/StructParent 1",
}: Added = {}) {
  return (revision: Revision, document: PdfDocument): void => {
    const set = (num: number, from: string, to: string): void => {
      const object = document.load(num);
      const written = object ? object.bytes.toString("latin1", object.value.start, object.value.end) : "";
      expect(written).toContain(from);
      revision.replace(num, 0, written.replace(from, to));
    };
    const widget = pdfRef(
      revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/F 132/Rect[0 0 0 0]/P ${page} 0 R${more}>>`),
    );
    const parents = { document: element, section, root };
    const own = pdfRef(revision.add(write({ widget, parent: `${parents[into]} 0 R` })));
    set(page, `/Annots[${field} 0 R`, `/Annots[${field} 0 R ${widget}`);
    set(form, `/Fields[${field} 0 R`, `/Fields[${field} 0 R ${widget}`);
    set(tree, `${paragraphs} 0 R]`, `${paragraphs} 0 R ${entry(own)}]`);
    if (into === "document") {
      set(kids, "]", ` ${own}]`);
    } else if (into === "section") {
      set(section, "]", ` ${own}]`);
    } else {
      set(root, `/K ${element} 0 R`, `/K[${element} 0 R ${own}]`);
    }
  };
}

const verdictAfter = (bytes: Buffer, added: Added): string | undefined =>
  verify(append(bytes, addTaggedField(added))).signatures[0]?.verdict;

describe("a tagged file stays valid when a new signature field adds its structure element,", () => {
  test.each(["document", "section", "root"] as const)("under the %s", async (into) => {
    expect(verdictAfter(await sign(), { into })).toBe("intact_later_allowed");
  });

  test("without a page in the element, and with its reference in an array", async () => {
    const element = ({ widget, parent }: { widget: string; parent: string }): string =>
      `<</S/Form/P ${parent}/K[<</Type/OBJR/Obj ${widget}>>]>>`;
    expect(verdictAfter(await sign(), { element })).toBe("intact_later_allowed");
  });
});

describe("a tagged file is modified when the element of a new field", () => {
  const cases: [string, Added][] = [
    ["has another spoken text", { element: (to) => sound(to).replace("/S/Form", "/S/Form/ActualText(999999 EUR)") }],
    ["has a title", { element: (to) => sound(to).replace("/S/Form", "/S/Form/T(999999 EUR)") }],
    ["has attributes", { element: (to) => sound(to).replace("/S/Form", "/S/Form/A<</O/Layout/Placement/Block>>") }],
    ["has a class of attributes", { element: (to) => sound(to).replace("/S/Form", "/S/Form/C/Big") }],
    [
      "names content of the page as well",
      { element: (to) => sound(to).replace("/K<<", "/K[0 <<").replace(">>>>", ">>]>>") },
    ],
    ["names a widget that was there before", { element: (to) => sound({ ...to, widget: `${field} 0 R` }) }],
    ["is a stream", { element: (to) => `${sound(to).slice(0, -2)}/Length 12>>\nstream\n0 0 9 9 re f\nendstream` }],
    ["has no kind", { element: (to) => sound(to).replace("/S/Form", "") }],
    ["is a page", { element: (to) => sound(to).replace("/StructElem", "/Page") }],
    ["names another parent", { element: (to) => sound({ ...to, parent: `${section} 0 R` }) }],
    [
      "names another page than its widget",
      { element: (to) => sound(to).replace(`/Pg ${page} 0 R`, `/Pg ${root} 0 R`) },
    ],
    [
      "names a namespace that is new",
      { element: (to) => sound(to).replace("/S/Form", "/S/Form/NS<</Type/Namespace/NS(x)>>") },
    ],
    ["is not the one in the parent tree", { entry: () => `1 ${paragraph} 0 R` }],
    ["has another number in the parent tree than its widget", { widget: "/StructParent 7" }],
    ["comes with a number for nothing in the parent tree", { entry: (own) => `1 ${own} 2 [${paragraph} 0 R]` }],
  ];
  test.each(cases)("%s", async (_what, added) => {
    expect(verdictAfter(await sign(), added)).toBe("modified");
  });
});

/** Uploads prepared so that a reader mistakes something else for the kids of an element. */
const stamp = ({ widget, parent }: { widget: string; parent: string }): string =>
  `${sound({ widget, parent }).slice(0, -2)}/Length 16>>\nstream\n0 0 300 400 re f\nendstream`;

describe("a tagged file is modified when elements are added to an array that is not only /K,", () => {
  test("such as the content of the page", async () => {
    const bytes = await sign({ contents: `${kids} 0 R`, kidsOfDocument: `[${section} 0 R]` });
    expect(verdictAfter(bytes, { element: stamp })).toBe("modified");
    expect(verdictAfter(bytes, {})).toBe("modified");
  });

  test("such as the article beads of a page", async () => {
    expect(verdictAfter(await sign({ pageEntries: `/B ${kids} 0 R` }), {})).toBe("modified");
  });
});

test("rejects a kid added to an element that is not reachable by /K", async () => {
  const bytes = await sign({ kidsOfDocument: "[]", pageEntries: `/PieceInfo<</X<</Private ${section} 0 R>>>>` });
  expect(verdictAfter(bytes, { into: "section" })).toBe("modified");
});

test("rejects a paragraph with changed text for screen readers", async () => {
  const speak = (revision: Revision): void =>
    revision.replace(
      paragraph,
      0,
      `<</Type/StructElem/S/P/P ${section} 0 R/Pg ${page} 0 R/K 0/ActualText(999999 EUR)>>`,
    );
  expect(verify(append(await sign(), speak)).verdict).toBe("modified");
});

describe("a tagged file is modified when programs find other elements in its parent tree,", () => {
  const forged = `<</Type/StructElem/S/P/P ${section} 0 R/Pg ${page} 0 R/K 0/ActualText(999999 EUR)>>`;
  const old = `0 ${paragraphs} 0 R`;
  const cases: [string, (forgery: string, revision: Revision) => string][] = [
    ["the first under a number that occurs twice", (forgery) => `<</Nums[0[${forgery}] ${old}]>>`],
    ["one under a number with a point", (forgery) => `<</Nums[0.0[${forgery}] ${old}]>>`],
    ["one under a number that is an object", (forgery, to) => `<</Nums[${to.add("0")} 0 R[${forgery}] ${old}]>>`],
    ["one behind a key that is not a number", (forgery) => `<</Nums[/X[${forgery}] ${old}]>>`],
    ["one in a kid beside the numbers", (forgery) => `<</Kids[<</Limits[0 0]/Nums[0[${forgery}]]>>]/Nums[${old}]>>`],
    ["none by the limits of a kid", (_forgery, to) => `<</Kids[${to.add(`<</Limits[5 9]/Nums[${old}]>>`)} 0 R]>>`],
    ["none in a kid without limits", (_forgery, to) => `<</Kids[${to.add(`<</Nums[${old}]>>`)} 0 R]>>`],
  ];
  test.each(cases)("%s", async (_what, written) => {
    const forge = (revision: Revision): void =>
      revision.replace(tree, 0, written(`${revision.add(forged)} 0 R`, revision));
    expect(verify(append(await sign(), forge)).verdict).toBe("modified");
  });

  test("but not when a valid tree is split differently", async () => {
    const cut = (revision: Revision): void =>
      revision.replace(tree, 0, `<</Kids[${revision.add(`<</Limits[0 0]/Nums[${old}]>>`)} 0 R]>>`);
    expect(verify(append(await sign(), cut)).verdict).toBe("intact_later_allowed");
  });
});
