import { expect, test } from "vitest";
import { commonName, proofIn } from "./common-name";

test.each([
  ["CN=Ana Silva", "Ana Silva"],
  ["C=PT, O=Example, CN=Ana Silva", "Ana Silva"],
  ["CN=Silva\\, Ana, O=Example", "Silva, Ana"],
  ['CN="Silva, Ana", O=Example', "Silva, Ana"],
  ["E=ana@example.com,CN=Ana+OU=Law", "Ana"],
  ["O=Example", "O=Example"],
  ["", ""],
])("the name in %j is %j", (distinguishedName, name) => {
  expect(commonName(distinguishedName)).toBe(name);
});

test("what a signer showed is read out of our certificates, commas and all", () => {
  expect(proofIn("OU=mailbox access\\, code entered 2027-03-12 12:01:07Z, CN=Ana Silva")).toBe(
    "mailbox access, code entered 2027-03-12 12:01:07Z",
  );
  expect(proofIn("CN=Ana Silva")).toBeNull();
});
