import { expect, test } from "vitest";
import { titleOfFile } from "./title-of-file";

test.each([
  ["Lease.pdf", "Lease"],
  ["Lease 2.0.PDF", "Lease 2.0"],
  ["no ending", "no ending"],
  ["a\nb\u0000.pdf", "a b"],
  [".pdf", ""],
  [`${"n".repeat(300)}.pdf`, "n".repeat(255)],
])("the title of %j is %j", (fileName, title) => {
  expect(titleOfFile(fileName)).toBe(title);
});
