import { expect, test } from "vitest";
import { joinFilledFields, remainingNotices, type Report } from "./verification";

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

test("names the fields of one page that were filled after the same signatures in one warning", () => {
  const filled = (field: string, page: number, ...unseenBy: string[]) =>
    ({ code: "field_filled_since", params: { field, page, unseenBy }, text: "" }) as const;
  const warnings = [
    covers,
    filled("A", 1, "Sig1"),
    filled("B", 1, "Sig1"),
    filled("C", 2, "Sig1"),
    filled("D", 1, "Sig2"),
  ];
  expect(joinFilledFields(warnings).map(({ params }) => params.fields ?? params.field)).toEqual([
    "Sig2",
    ["A", "B"],
    "C",
    "D",
  ]);
});
