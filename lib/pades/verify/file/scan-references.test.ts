import fc from "fast-check";
import { expect, test } from "vitest";
import type { PdfValue } from "@/lib/pdf/syntax/objects";
import { Parser } from "@/lib/pdf/syntax/parser";
import { scanReferences } from "./scan-references";

const space = fc.constantFrom(" ", "\n", "\r\n", " %c 1 0 R\n", "\t ");
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.tuple(fc.integer({ min: 1, max: 9999 }), space, space).map(([num, a, b]) => `${num}${a}0${b}R `),
    fc.integer({ min: 0, max: 99 }).map((number) => `${number} `),
    fc.constantFrom(
      "true ",
      "null ",
      "-1.5 ",
      "/R",
      "/1",
      "(3 0 R)",
      "(\\) (4 0 R) )",
      "<33 20>",
      "5 0 obj ",
      "7 0 Rx ",
    ),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(" ")}]`),
    fc
      .array(fc.tuple(fc.constantFrom("/A", "/B#20", "/R"), tie("value")), { maxLength: 4 })
      .map((entries) => `<<${entries.flat().join(" ")}>>`),
  ),
}));

function parsed(value: PdfValue): number[] {
  switch (value.kind) {
    case "ref":
      return [value.num];
    case "array":
      return value.items.flatMap(parsed);
    case "dict":
      return [...value.entries.values()].flatMap(parsed);
    default:
      return [];
  }
}

/** Objects that the parser rejects are not shown by any of our readers. */
function parsedReferences(bytes: Buffer): number[] {
  try {
    return parsed(new Parser(bytes, "12 0 obj ".length).value());
  } catch {
    return [];
  }
}

test("finds every reference that parsing finds, whatever the spacing, strings, names and comments", () => {
  fc.assert(
    fc.property(value, fc.constantFrom("endobj", "\nstream\n9 0 R"), (text, end) => {
      const bytes = Buffer.from(`12 0 obj <</K ${text}>> ${end} `, "latin1");
      const scanned = scanReferences(bytes, 0, 12);
      const expected = parsedReferences(bytes);
      expect(scanned === null || expected.every((num) => scanned.includes(num))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("leaves another object, or a truncated one, to the parser", () => {
  expect(scanReferences(Buffer.from("12 0 obj <</A 3 0 R>> endobj "), 0, 13)).toBeNull();
  expect(scanReferences(Buffer.from("12 0 obj <</A 3 0 R>> endo"), 0, 12)).toBeNull();
  expect(scanReferences(Buffer.from("12 0 obj <</A 3 0 R>> endobj "), 0, 12)).toEqual([3]);
});
