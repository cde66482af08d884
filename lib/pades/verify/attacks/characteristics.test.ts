import { describe, expect, test } from "vitest";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { BOX, FIELD, fillIn, HELVETICA, makeFilledForm, verdictAfter } from "@/lib/pades/verify/testing/filled-form";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";

const drawn = stream(`${BOX}${HELVETICA}`, "BT /Helv 12 Tf 0 g 2 6 Td (200) Tj ET");

describe("a filled field may have the colours of its characteristics", () => {
  test.each([
    ["rounded to 255 steps, as pdf.js does", "<</BG[0.9019607843 1 0.7529411765]/BC[0]>>", "intact_later_allowed"],
    ["but no others", "<</BG[0.9 1 0.5]/BC[0]>>", "modified"],
    ["but not in another colour space", "<</BG[0.9]/BC[0]>>", "modified"],
    ["but not without its frame", "<</BG[0.9 1 0.75293]>>", "modified"],
    ["but not with a caption", "<</BG[0.9 1 0.75293]/BC[0]/CA(999)>>", "modified"],
    ["but not turned", "<</BG[0.9 1 0.75293]/BC[0]/R 180>>", "modified"],
    ["but not with a colour written twice", "<</BG[0 0 0]/BG[0.9 1 0.75293]/BC[0]>>", "modified"],
    ["but not without any", null, "modified"],
  ])("%s", async (_how, characteristics, verdict) => {
    const bytes = await makeFilledForm([], "/MK<</BG[0.9 1 0.75293]/BC[0]>>");
    expect(verdictAfter(bytes, fillIn("(200)", drawn))).toBe("intact_later_allowed");
    expect(
      verdictAfter(bytes, (revision, document) => {
        const filled = revision.add(drawn);
        edit(FIELD, { V: "(200)", AP: `<</N ${filled} 0 R>>`, MK: characteristics })(revision, document);
      }),
    ).toBe(verdict);
  });
});
