import { expect, test } from "vitest";
import { remainingNotices, type Report } from "./verification";

const shown = (field: string): Report["notices"][number] => ({
  code: "later_signature_shown",
  field,
  signer: null,
  page: 1,
  rect: [10, 20, 100, 50],
  unseenBy: ["Sig1"],
});
const covers: Report["warningFindings"][number] = {
  code: "later_signature_covers",
  params: { field: "Sig2", page: 1, covers: "text", left: 10, bottom: 20, right: 100, top: 50, unseenBy: ["Sig1"] },
  text: "",
};

test("names the place of a later signature once: as the warning about what it covers, else as the notice", () => {
  expect(remainingNotices({ notices: [shown("Sig2"), shown("Sig3")], warningFindings: [covers] })).toEqual([
    shown("Sig3"),
  ]);
  expect(remainingNotices({ notices: [shown("Sig2")], warningFindings: [] })).toHaveLength(1);
});
