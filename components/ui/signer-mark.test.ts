import { expect, test } from "vitest";
import { signerColour, signerPattern } from "./signer-mark";

test("gives the first twelve signers distinct colours or patterns, and neighbours both", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(new Set(numbers.map((number) => `${signerColour(number)} ${signerPattern(number)}`)).size).toBe(12);
  for (const number of numbers) {
    expect(signerColour(number)).not.toBe(signerColour(number + 1));
    expect(signerPattern(number)).not.toBe(signerPattern(number + 1));
  }
});
