import { describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { replace } from "@/lib/pades/verify/testing/edit-object";
import { append, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const content = (words: string): string => stream("", `BT /F1 24 Tf 20 300 Td (${words}) Tj ET`);
const drawing = 6;

/** A page whose dictionary ends in `entries`, signed elsewhere. */
async function signedPage(entries: string, eighth = "null"): Promise<Buffer> {
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R]${entries}>>`,
    "<</Fields[5 0 R]>>",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[10 10 110 60]>>",
    content("Pay 100"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    eighth,
  ]);
  return signWith(base, "Sig1", await (await makeTestAuthority()).issue("Grace Hopper"));
}

describe("a drawing that some program finds is part of the signed content, although its page references it by", () => {
  test.each([
    ["a number with a sign", "/Contents +6 0 R"],
    ["a number with a point", "/Contents 6.0 0 R"],
    ["a number with an exponent", "/Contents[6e0 0 R]"],
    ["a number with a minus in it", "/Contents 6-3 0 R"],
    ["a generation with a sign", "/Contents 6 +0 R"],
    ["a generation of six digits", "/Contents 6 000000 R"],
    ["a reference in which a byte divides the words for PDFium only", "/Contents[6\xff0\x80R]"],
    ["a reference behind such a byte in a name", "/Contents\x806 0 R"],
    ["a reference behind a word that begins like the end of an object", "/Foo streamx/Contents 6 0 R"],
    ["a reference behind another such word", "/Foo endobjx/Contents 6 0 R"],
    ["a reference behind a stray bracket", "/Contents ] 6 0 R"],
  ])("%s", async (_what, entries) => {
    const bytes = await signedPage(entries);
    expect(verify(bytes).verdict).toBe("intact");
    expect(verify(append(bytes, replace(drawing, content("Pay 999999")))).verdict).toBe("modified");
  });

  test.each(["+N 0 R", "N 000000 R", "N\x800\x80R"])("%j, and was not written yet", async (reference) => {
    const named = [9, 10, 11, 12, 13, 14].map((num) => reference.replace("N", String(num)));
    const forged = append(await signedPage(`/Contents[6 0 R ${named.join(" ")}]`), (revision) => {
      expect(revision.add(content("and 999999"))).toBeLessThan(15);
    });
    expect(verify(forged).verdict).toBe("modified");
  });
});

test("an unreadable object may reference a drawing for other programs", async () => {
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  const bytes = await signedPage("/Contents 8 0 R", `<</Deep ${deep}/Private 6 0 R>>`);
  expect(verify(bytes).verdict).toBe("intact");
  expect(verify(append(bytes, replace(drawing, content("Pay 999999")))).verdict).toBe("modified");
});
