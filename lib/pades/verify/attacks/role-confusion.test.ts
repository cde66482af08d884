import { describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { all, edit, replace, type Change } from "@/lib/pades/verify/testing/edit-object";
import { missing } from "@/lib/pades/verify/testing/mutations/mutation";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import type { Revision } from "@/lib/pdf/revision";
import { OTHERS, pdfOf, stream, type FormParts } from "@/lib/pdf/testing/hand-written-pdf";

const [catalog, pages, page, form, , text] = [1, 2, 3, 4, 5, 6];
const fields = ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]", "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]"];
const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const other = font.replace("Helvetica", "Symbol");
const content = (words: string): string => stream("", `BT /F1 12 Tf 20 300 Td (${words}) Tj ET`);
const at = (index: number): string => `${OTHERS + index} 0 R`;
const newContent: Change = replace(OTHERS, content("999999 EUR"));
const signed100 = content("100 EUR");

const addEmptyField: Change = (revision, document) => {
  const widget = revision.add("<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/F 132/Rect[0 0 0 0]/P 3 0 R>>");
  all(edit(page, { Annots: `[5 0 R 6 0 R ${widget} 0 R]` }), edit(form, { Fields: `[5 0 R 6 0 R ${widget} 0 R]` }))(
    revision,
    document,
  );
};

interface Case {
  name: string;
  /** Content that the uploader prepares before the first signature. */
  catalog?: string;
  page?: string;
  form?: string;
  widgets?: readonly string[];
  others: readonly string[];
  trailer?: string;
  change: Change;
}

const cases: Case[] = [
  {
    name: "a page named as an entry of the VRI",
    catalog: "/DSS<</VRI<</AAAA 3 0 R>>>>",
    others: [signed100, content("999999 EUR")],
    page: `/Contents ${at(0)}`,
    change: edit(page, { Contents: at(1) }),
  },
  {
    name: "the page tree's root as the VRI",
    catalog: "/DSS<</VRI 2 0 R>>",
    others: [],
    change: edit(pages, { Rotate: "180" }),
  },
  {
    name: "a page as the security store",
    catalog: "/DSS 3 0 R",
    others: [signed100, content("999999 EUR")],
    page: `/Contents ${at(0)}`,
    change: edit(page, { Contents: at(1) }),
  },
  {
    name: "a content stream as the security store",
    catalog: `/DSS ${at(0)}`,
    others: [signed100],
    page: `/Contents ${at(0)}`,
    change: newContent,
  },
  {
    name: "an array of contents as a list of certificates",
    catalog: `/DSS<</Certs ${at(1)}>>`,
    others: [signed100, `[${at(0)}]`, content("999999 EUR")],
    page: `/Contents ${at(1)}`,
    change: replace(OTHERS + 1, `[${at(0)} ${at(2)}]`),
  },
  {
    name: "a content stream as a certificate that is still there as another object",
    catalog: `/DSS<</Certs[${at(0)}]>>`,
    others: [signed100, signed100],
    page: `/Contents ${at(0)}`,
    change: all(newContent, edit(catalog, { DSS: `<</Certs[${at(1)}]>>` })),
  },
  {
    name: "the form's fonts as the page's fonts",
    form: `/DR<</Font ${at(0)}>>`,
    others: [`<</F1 ${font}>>`],
    page: `/Resources<</Font ${at(0)}>>`,
    change: replace(OTHERS, `<</F1 ${font}/F2 ${other}>>`),
  },
  {
    name: "the form's resources as the page's resources",
    form: `/DR ${at(0)}`,
    others: [`<</Font<</F1 ${font}>>>>`],
    page: `/Resources ${at(0)}`,
    change: replace(OTHERS, `<</Font<</F1 ${font}/F2 ${other}>>>>`),
  },
  {
    name: "the frame of a signature in the form's resources as the page's picture",
    form: `/DR<</XObject<</FRM ${at(0)}>>>>`,
    others: [stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "")],
    page: `/Resources<</XObject<</X ${at(0)}>>>>`,
    change: replace(OTHERS, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")),
  },
  {
    name: "the form's dictionary as the page's resources",
    page: "/Resources 4 0 R",
    others: [],
    change: edit(form, { SigFlags: "3", Font: null }),
  },
  {
    name: "the metadata as the page's content",
    catalog: `/Metadata ${at(0)}`,
    others: [signed100],
    page: `/Contents ${at(0)}`,
    change: newContent,
  },
  {
    name: "an extension's dictionary as the page's fonts",
    catalog: `/Extensions ${at(0)}`,
    others: [`<</F1 ${font}>>`],
    page: `/Resources<</Font ${at(0)}>>`,
    change: replace(OTHERS, `<</F1 ${other}>>`),
  },
  {
    name: "usage rights as the page's fonts",
    catalog: `/Perms ${at(0)}`,
    others: [`<</UR3 ${font}>>`],
    page: `/Resources<</Font ${at(0)}>>`,
    change: replace(OTHERS, `<</UR3 ${other}>>`),
  },
  {
    name: "the document information as the page's fonts",
    trailer: `/Info ${at(0)}`,
    others: [`<</F1 ${font}>>`],
    page: `/Resources<</Font ${at(0)}>>`,
    change: replace(OTHERS, `<</F1 ${other}>>`),
  },
  {
    name: "a field's appearance as the page's content",
    widgets: [fields[0] ?? "", `${fields[1]}/AP<</N ${at(0)}>>`],
    others: [stream("/Type/XObject/Subtype/Form/BBox[0 0 300 400]", "0 0 m")],
    page: `/Contents ${at(0)}`,
    change: all(
      replace(OTHERS, stream("/Type/XObject/Subtype/Form/BBox[0 0 300 400]", "0 0 300 400 re f")),
      edit(text, { V: "()" }),
    ),
  },
  {
    name: "a field as the page's fonts",
    others: [],
    page: "/Resources<</Font 6 0 R>>",
    change: edit(text, { V: "(Ada)" }),
  },
  {
    name: "an object under an unknown key of the trailer",
    trailer: `/Unknown ${at(0)}`,
    others: [font],
    change: replace(OTHERS, other),
  },
  {
    name: "the first value of a key written twice",
    others: [signed100, signed100],
    page: `/Contents ${at(0)}/Contents ${at(1)}`,
    change: newContent,
  },
];

describe("a document is modified when a later revision changes a visible object through a permitted place:", () => {
  test.each(cases)("$name", async ({ change, trailer = "", ...parts }) => {
    const bytes = await makeSignedForm({ widgets: fields, ...parts, trailer });
    expect(verify(bytes).verdict).toBe("intact");
    expect(verify(append(bytes, change)).verdict).toBe("modified");
  });
});

test("keeps an indirect array of kids indirect when its page gets a field", async () => {
  const widget = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/P 3 0 R>>";
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids 7 0 R/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R]>>",
    "<</Fields[5 0 R 6 0 R]>>",
    widget,
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(x)/Rect[0 0 9 9]>>",
    "[3 0 R]",
  ]);
  const bytes = await signWith(base, "Sig1", await (await makeTestAuthority()).issue("Grace Hopper"));
  expect(verify(append(bytes, addEmptyField)).verdict).toBe("intact_later_allowed");
});

test("rejects a new widget that becomes a page through an array used as both /Annots and /Kids", async () => {
  const widget = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/P 3 0 R>>";
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids 6 0 R/Count 2>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots 6 0 R>>",
    "<</Fields[5 0 R]>>",
    widget,
    "[3 0 R 5 0 R]",
  ]);
  const bytes = await signWith(base, "Sig1", await (await makeTestAuthority()).issue("Grace Hopper"));
  const forged = append(bytes, (revision, document) => {
    const shown = revision.addStream("", Buffer.from("0 0 300 400 re f"));
    const page = revision.add(
      `${widget.replace("Sig1", "Sig2").slice(0, -2)}/Contents ${shown} 0 R/MediaBox[0 0 300 400]/Parent 2 0 R>>`,
    );
    edit(4, { Fields: `[5 0 R ${page} 0 R]` })(revision, document);
    replace(6, `[3 0 R 5 0 R ${page} 0 R]`)(revision, document);
  });
  expect(verify(bytes).verdict).toBe("intact");
  expect(verify(forged).verdict).toBe("modified");
});

describe("a document stays sound when a later revision", () => {
  const more = (revision: Revision): string =>
    `[${at(0)} ${revision.addStream("", Buffer.from("another certificate"))} 0 R]`;

  test.each<[string, Partial<FormParts>, Change]>([
    [
      "fills in a field that pages, actions and the calculation order name",
      {
        form: "/CO[6 0 R]",
        catalog: "/OpenAction[3 0 R/Fit]/Outlines<</First 100 0 R>>",
        others: ["<</Title(Fill in)/A<</S/ResetForm/Fields[6 0 R]>>/Dest[3 0 R/XYZ 0 0 0]>>"],
      },
      edit(text, { V: "(Ada)" }),
    ],
    [
      "adds to lists that are objects of their own",
      { catalog: `/DSS<</Certs ${at(1)}>>`, others: [stream("", "a certificate"), `[${at(0)}]`] },
      (revision) => revision.replace(OTHERS + 1, 0, more(revision)),
    ],
    [
      "adds a field to a page that names, content sets and a list of kids lead to",
      {
        catalog: `/Names<</Pages<</Names[(one) 3 0 R]>>/IDS<</Names[(x) ${at(0)}]>>>>`,
        others: ["<</S/SPS/O[3 0 R]>>"],
      },
      addEmptyField,
    ],
    [
      "rewrites the document information",
      { trailer: `/Info ${at(0)}`, others: ["<</Title(One)>>"] },
      replace(OTHERS, "<</Title(Two)>>"),
    ],
    ["declares a later version of the file", {}, edit(catalog, { Version: "/2.0" })],
    [
      "uses a number for which the trailer names sources that were never written",
      { trailer: "/AdditionalStreams[/text 103 0 R]", others: ["null"] },
      (revision, document) => {
        revision.replace(103, 0, "<</Type/DSS>>");
        edit(catalog, { DSS: "103 0 R" })(revision, document);
      },
    ],
  ])("%s", async (_what, parts, change) => {
    const bytes = await makeSignedForm({ widgets: fields, ...parts });
    expect(verify(append(bytes, change)).verdict).toBe("intact_later_allowed");
  });

  test("replaces the catalog by another object with the same entries, and not with others", async () => {
    const bytes = await makeSignedForm({ widgets: fields });
    const renumbered = (entries: string): Buffer => {
      const moved = append(bytes, (revision) => revision.add(`<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R${entries}>>`));
      const num =
        /(\d+) 0 obj\n<<\/Type\/Catalog/.exec(moved.toString("latin1", bytes.length))?.[1] ?? missing("a new catalog");
      const end = moved.lastIndexOf("/Root 1 0 R");
      // The trailer is parsed, so a longer reference may shift it: nothing after it has an offset.
      return Buffer.concat([
        moved.subarray(0, end),
        Buffer.from(`/Root ${num} 0 R`),
        moved.subarray(end + "/Root 1 0 R".length),
      ]);
    };
    expect(verify(renumbered("")).verdict).toBe("intact_later_allowed");
    expect(verify(renumbered("/OpenAction<</S/URI/URI(http://x.test)>>")).verdict).toBe("modified");
    expect(verify(renumbered("/PageMode/FullScreen")).verdict).toBe("modified");
  });

  test.each(["/1.0", "/1.6", "/3.0", "(2.0)"])(
    "does not set the version to %s, which is lower or invalid",
    async (version) => {
      expect(
        verify(append(await makeSignedForm({ widgets: fields }), edit(catalog, { Version: version }))).verdict,
      ).toBe("modified");
    },
  );
});
