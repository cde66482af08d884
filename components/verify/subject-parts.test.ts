import { expect, test } from "vitest";
import { subjectParts } from "./signature-facts";

const told = (name: string): string =>
  subjectParts(name)
    .map(({ part, type, value }) => `${part ?? `(${type})`}: ${value}`)
    .join(" | ");

test.each([
  ["CN=Ana Silva, O=Example", "CN: Ana Silva | O: Example"],
  [
    "CN=Silva\\, Ana+OU=mailbox access\\, code entered 12:01",
    "CN: Silva, Ana | OU: mailbox access, code entered 12:01",
  ],
  ['CN="Silva; Ana", O=Ex', "CN: Silva; Ana | O: Ex"],
  ["E=ana@example.org,1.2.3.4=x", "E: ana@example.org | (1.2.3.4): x"],
  ["CN=Z\\C3\\A9", "CN: Zé"],
  ["CN=O\\=Fake", "CN: O=Fake"],
  ["2.5.4.5=PNOPT-123", "SERIALNUMBER: PNOPT-123"],
])("%j is told as %j", (name, parts) => {
  expect(told(name)).toBe(parts);
});

test("what is no distinguished name has no parts, so that it is shown as it is", () => {
  expect(subjectParts("Ana Silva")).toEqual([]);
  expect(subjectParts("")).toEqual([]);
  expect(subjectParts("CN=Ana, nonsense")).toEqual([]);
});
