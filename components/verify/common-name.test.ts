import { expect, test } from "vitest";
import { commonName } from "./common-name";

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
