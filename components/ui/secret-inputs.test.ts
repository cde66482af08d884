import { expect, test } from "vitest";
import { codeDigits } from "./secret-inputs";

test.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  ["  123-456\n", "123456"],
  ["Your code: 123456.", "123456"],
  ["１２３４５６", "123456"],
  ["1234567", "123456"],
  ["12a", "12"],
  ["", ""],
])("reads %j as the code %j", (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits);
});
