import { describe, expect, test, vi } from "vitest";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { makeSignedForm, verify, withoutText } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { stream, type FormParts } from "@/lib/pdf/testing/hand-written-pdf";

const signature = "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]";
const text = "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]";

const layered = "/Contents 100 0 R/Resources<</Properties<</L 101 0 R>>>>";
const drawing = [stream("", "/OC /L BDC 10 10 50 50 re f EMC"), "<</Type/OCG>>"];

describe("a file signed with this content is intact, and a warning names", () => {
  const cases: [string, Partial<FormParts>, Finding][] = [
    ["JavaScript", { catalog: "/Names<</JavaScript<</Names[(x)<</S/JavaScript/JS(1)>>]>>>>" }, finding("javascript")],
    ["an action on opening", { catalog: "/OpenAction<</S/URI/URI(http://x.test)>>" }, finding("open_action")],
    ["embedded files", { catalog: "/Names<</EmbeddedFiles<</Names[]>>>>" }, finding("embedded_files")],
    ["an XFA form", { form: "/XFA(x)" }, finding("xfa_form")],
    [
      "content of a hidden layer, with its page",
      { catalog: "/OCProperties<</OCGs[101 0 R]/D<</BaseState/OFF>>>>", page: layered, others: drawing },
      finding("hidden_layer", { page: 1, count: 1 }),
    ],
    [
      "content that is only printed",
      {
        catalog:
          "/OCProperties<</OCGs[101 0 R]/D<</OFF[101 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[101 0 R]>>]>>>>",
        page: layered,
        others: [drawing[0] ?? "", "<</Type/OCG/Usage<</Print<</PrintState/ON>>>>>>"],
      },
      finding("printed_not_shown", { page: 1, count: 1 }),
    ],
    [
      "three stamps that are only printed",
      { widgets: [signature, text, ...Array.from({ length: 3 }, () => "/Subtype/Square/F 36/Rect[9 9 99 99]")] },
      finding("printed_not_shown", { page: 1, count: 3 }),
    ],
    [
      "an annotation over the whole page",
      { widgets: [signature, text, "/Subtype/Square/F 4/Rect[0 0 300 400]"] },
      finding("covered_page", { page: 1, count: 1 }),
    ],
  ];
  test.each(cases)("%s", async (_what, parts, warning) => {
    const report = verify(await makeSignedForm(parts));
    expect(report.verdict).toBe("intact");
    expect(report.warningFindings.map(withoutText)).toContainEqual(warning);
  });
});

test("an encrypted file that its signature covers whole is intact, and a warning states that its content was not checked", async () => {
  // Our own code appends nothing to an encrypted file.
  const asPlain = vi.spyOn(PdfDocument.prototype, "isEncrypted", "get").mockReturnValue(false);
  const bytes = await makeSignedForm({ trailer: "/Encrypt<</Filter/Standard>>" });
  asPlain.mockRestore();
  const report = verify(bytes);
  expect(report.verdict).toBe("intact");
  expect(report.warningFindings.map(withoutText)).toEqual([finding("content_encrypted")]);
});

test("a plain signed form carries no warning", async () => {
  expect(verify(await makeSignedForm())).toMatchObject({ warnings: [], warningFindings: [] });
});
