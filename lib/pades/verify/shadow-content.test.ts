import { describe, expect, test } from "vitest";
import { makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import type { FormParts } from "@/lib/pdf/testing/hand-written-pdf";

const signature = "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]";
const text = "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]";

describe("a file that was signed with it in is intact, and a warning names", () => {
  const cases: [string, Partial<FormParts>, string][] = [
    ["JavaScript", { catalog: "/Names<</JavaScript<</Names[(x)<</S/JavaScript/JS(1)>>]>>>>" }, "JavaScript"],
    ["an action on opening", { catalog: "/OpenAction<</S/URI/URI(http://x.test)>>" }, "runs when the document is opened"],
    ["embedded files", { catalog: "/Names<</EmbeddedFiles<</Names[]>>>>" }, "carries other files"],
    ["an XFA form", { form: "/XFA(x)" }, "XFA"],
    ["layers that are hidden at first", { catalog: "/OCProperties<</OCGs[]/D<</BaseState/OFF>>>>" }, "hidden at first"],
    ["an annotation over the whole page", { widgets: [signature, text, "/Subtype/Square/Rect[0 0 300 400]"] }, "covers nearly all of page 1"],
  ];
  test.each(cases)("%s", async (_what, parts, words) => {
    const report = verify(await makeSignedForm(parts));
    expect(report.verdict).toBe("intact");
    expect(report.warnings.join()).toContain(words);
  });
});

test("a plain signed form carries no warning", async () => {
  expect(verify(await makeSignedForm()).warnings).toEqual([]);
});
