import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BOX, fillIn, HELVETICA, makeFilledForm, verdictAfter } from "@/lib/pades/verify/testing/filled-form";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";

const [sound, modified] = ["intact_later_allowed", "modified"];
const drawn = (operators: string, entries = BOX): string => stream(`${entries}${HELVETICA}`, operators);
const shown = "BT /Helv 12 Tf 0 g 2 6 Td (200) Tj ET";
const parts = (between: string): string => `BT /Helv 12 Tf 0 g 2 6 Td (2) Tj ${between} (00) Tj ET`;

test.each(
  oneIn(3, [
    ["with the operators that writers use", `/Tx BMC q 0 J 0 j 10 M [3 2] 0 d 1 i 2 2 96 16 re W n ${shown} Q EMC`],
    ["with numbers of seventeen digits", parts("6.6720000000000015 0 Td")],
    ["with letters in octal digits", shown.replace("(200)", "(\\062\\60\\060)")],
  ]),
)("allows an appearance %s", async (_how, operators) => {
  expect(verdictAfter(await makeFilledForm(), fillIn("(200)", drawn(operators)))).toBe(sound);
});

describe("rejects an appearance that readers read differently:", () => {
  test.each(
    oneIn(4, [
      ["a number of many digits", parts(`${"0".repeat(260)}6.7 0 Td`)],
      ["a number of many decimals", parts(`6.7${"0".repeat(260)} 0 Td`)],
      ["steps far away and back", parts("4294967316.7 0 Td -4294967310 0 Td")],
      ["steps away in many parts and back", parts(`${"30000 0 Td ".repeat(9)}${"-30000 0 Td ".repeat(9)}6.7 0 Td`)],
      ["a TJ far away and back", "BT /Helv 12 Tf 2 6 Td [(2) -32000000 32000000 (00)] TJ ET"],
      ["an enlargement and a reduction", `0.0001 0 0 0.0001 0 0 cm 10000 0 0 10000 0 0 cm ${shown}`],
      ["an octal escape above 377", shown.replace("(200)", "(2\\460\\460)")],
      ["an escape of no meaning", shown.replace("(200)", "(\\2\\x00)")],
      ["a line width without its number", `w ${shown}`],
      ["a cap with another operand", `/x J ${shown}`],
      ["a cap with many operands", `${"0 ".repeat(40)}j ${shown}`],
      ["a miter limit without its number", `M ${shown}`],
      ["a dash pattern of a string", `(x) d ${shown}`],
      ["a dash pattern of zeros", `[0 0] 0 d ${shown}`],
      ["an intent without its name", `ri ${shown}`],
      ["marked content without its tag", `BMC ${shown} EMC`],
      ["marked content with an operand at its end", `/Tx BMC ${shown} 1 EMC`],
      ["marked content that does not end", `/Tx BMC ${shown}`],
      ["marked content that did not begin", `${shown} EMC`],
      ["deeply nested marked content", `${"/Tx BMC ".repeat(100)}${shown}${" EMC".repeat(100)}`],
      ["a clip within its text", parts("0 0 100 20 re W n 6.7 0 Td")],
      ["a path within its text", parts("0 0 100 20 re n 6.7 0 Td")],
      ["text within a path", `0 0 100 20 re W ${shown} n`],
      ["a state saved within a path", `0 0 100 20 re W q n ${shown} Q`],
      ["a painting without a path", `n ${shown}`],
      ["text outside of a text object", shown.replace("BT", "").replace("ET", "")],
      ["a string behind its text object", "BT /Helv 12 Tf 2 6 Td (2) Tj ET (00) Tj"],
      ["a step before its text object", "/Helv 12 Tf 2 0 Td BT 2 6 Td (200) Tj ET"],
      ["a text object that does not end", shown.replace("ET", "")],
      ["a state that is not restored", `q ${shown}`],
      ["a path that is not painted", `${shown} 0 0 100 20 re`],
    ]),
  )("%s", async (_what, operators) => {
    expect(verdictAfter(await makeFilledForm(), fillIn("(200)", drawn(operators)))).toBe(modified);
  });

  const form = "/Type/XObject/Subtype/Form";
  test.each(
    oneIn(4, [
      ["a matrix with a name", `${BOX}/Matrix[/x 1 0 0 1 0 0]`],
      ["a matrix with a null", `${BOX}/Matrix[null 1 0 0 1 0 0]`],
      ["a matrix of five numbers", `${BOX}/Matrix[1 0 0 1 0]`],
      ["a matrix that is none", `${BOX}/Matrix 1`],
      ["a matrix that leads far away", `${BOX}/Matrix[1 0 0 1 1000000000 0]`],
      ["a box of five numbers", `${form}/BBox[0 0 100 20 30]`],
      ["a box with a name", `${form}/BBox[/x 0 0 100 20]`],
      ["a box far away", `${form}/BBox[-100000000 -100000000 100000000 100000000]`],
    ]),
  )("%s", async (_what, entries) => {
    expect(verdictAfter(await makeFilledForm(), fillIn("(200)", drawn(shown, entries)))).toBe(modified);
  });

  test("allows an identity matrix", async () => {
    const plain = drawn(shown, `${BOX}/Matrix[1 0 0 1 0 0]`);
    expect(verdictAfter(await makeFilledForm(), fillIn("(200)", plain))).toBe(sound);
  });
});

describe("an unchanged appearance may be encoded again", () => {
  const content = "BT /Helv 12 Tf 0 g 2 6 Td (100) Tj ET";
  const deflated = deflateSync(content);
  const coded = (filter: string, data: Buffer | string): string =>
    stream(`${BOX}${HELVETICA}${filter}`, data.toString("latin1"));
  const hex = Buffer.from(content).toString("hex");
  test.each([
    ["without a filter", coded("", content), sound],
    ["by deflation", coded("/Filter/FlateDecode", deflated), sound],
    ["not by deflation without its end", coded("/Filter/FlateDecode", deflated.subarray(0, -4)), modified],
    ["not in hexadecimal digits", coded("/Filter/ASCIIHexDecode", `${hex}>`), modified],
    ["not with parameters", coded("/Filter/FlateDecode/DecodeParms<</Predictor 1>>", deflated), modified],
  ])("%s", async (_how, appearance, verdict) => {
    expect(verdictAfter(await makeFilledForm(), fillIn("(100)", appearance))).toBe(verdict);
  });
});
