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
])("reads %j as %j", (name, parts) => {
  expect(told(name)).toBe(parts);
});

test("returns no parts for a malformed distinguished name, which is then shown as written", () => {
  expect(subjectParts("Ana Silva")).toEqual([]);
  expect(subjectParts("")).toEqual([]);
  expect(subjectParts("CN=Ana, nonsense")).toEqual([]);
});
