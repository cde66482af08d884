import { expect, test } from "vitest";
import { replace } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

const form = (entries: string): string => stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]${entries}`, "f");
const font = (code: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[${code}/one]>>>>`;
const long = (last: string): string => `/${"A".repeat(130)}${last}`;

/** An object reachable from a page, rewritten in another notation after signing. */
async function rewritten(before: string, after: string): Promise<string> {
  const signed = await makeSignedForm({ page: `/Own ${OTHERS} 0 R`, others: [before, "<</Kept true>>"] });
  return verify(append(signed, replace(OTHERS, after))).verdict;
}

test.each([
  ["an integer gets a point, which some programs ignore then", font("57"), font("57.0")],
  ["a width gets a point", "<</W[3[500]]>>", "<</W[3.[500]]>>"],
  ["an odd number moves to another place", form("/Matrix[1 0 0 1 50- 50]"), form("/Matrix[1 0 0 1 50 50-]")],
  [
    "a null is added under a name that MuPDF takes for another one",
    `<<${long("1")} ${OTHERS + 1} 0 R>>`,
    `<<${long("1")} ${OTHERS + 1} 0 R${long("2")} null>>`,
  ],
  [
    "a line end in a string gets a carriage return, which only some programs pass over",
    "[/Indexed/DeviceRGB 1(\n12345)]",
    "[/Indexed/DeviceRGB 1(\r\n12345)]",
  ],
  [
    "an escaped carriage return is written as it is",
    "[/Indexed/DeviceRGB 1(\\r12345)]",
    "[/Indexed/DeviceRGB 1(\r12345)]",
  ],
  ["a reference gets another generation", `<</Font ${OTHERS + 1} 0 R>>`, `<</Font ${OTHERS + 1} 5 R>>`],
])("is modified when %s", async (_what, before, after) => {
  expect(await rewritten(before, after)).toBe("modified");
});

test.each([
  ["coordinates get points", form("/Matrix[1 0 0 1 50 50]"), form("/Matrix[1.0 0 0 1.0 50. 50]")],
  ["an odd number stays where it is", form("/Matrix[1 0 0 1 50- 50]"), form("/Matrix [1 0 0 1 50- 50]")],
  ["a string is written in hexadecimal digits", "(ab\\n)", "<61620a>"],
  ["a carriage return in a string stays", "<</One(a\r\nb)>>", "<< /One (a\r\nb) >>"],
  ["entries change their order", "<</One 1/Two[2 3]>>", "<</Two [2 3] /One 1>>"],
])("is intact when %s", async (_what, before, after) => {
  expect(await rewritten(before, after)).toBe("intact_later_allowed");
});
