import { expect, test } from "vitest";
import { withoutFormulas } from "./write-csv";

const formulas = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\uFF1D1+1", "\uFF0B1", "\uFF0D1", "\uFF20SUM(A1)"];
const titles = formulas.flatMap((formula) => [
  formula,
  `Lease;${formula}`,
  `Lease;;${formula};x`,
  `Lease\t${formula}`,
  `Lease\n${formula}`,
]);

test.each([",", ";", "\t"])(
  "no cell of a file starts a formula for a spreadsheet that separates at %j",
  (separator) => {
    for (const title of titles) {
      // Without quotes: a spreadsheet reads a quoted cell as one.
      const cells = withoutFormulas(title)
        .split(/\r?\n/)
        .flatMap((line) => line.split(separator));
      expect([title, cells.filter((cell) => /^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))]).toEqual([title, []]);
    }
  },
);

test("text that is no formula stays as it is", () => {
  for (const title of ["Lease; 950 - 900", "ana@x.example: signed; bo@x.example: pending", "a = b", "O'Neil"])
    expect(withoutFormulas(title)).toBe(title);
});
