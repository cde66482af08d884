import { expect, test } from "vitest";
import { oddTokens } from "./odd-tokens";

function found(content: string): string[] {
  const bytes = Buffer.from(content, "latin1");
  return [...oddTokens(bytes, [])].map(({ start, end, text }) => `${content.slice(start, end)} becomes ${text}`.trim());
}

test.each([
  ["1 -2.5 +.5 3. 0 rg (a\\) (b)) Tj [<4142> -12] TJ /F#20a 12 Tf % <zz> --5\nq Q"],
  ["/P <</MCID 0>> BDC EMC 30re 0x1 -. q q Q Q"],
])("leaves plain content unchanged: %s", (content) => {
  expect(found(content)).toEqual([]);
});

test.each([
  ["--60 20 m", ["--60 becomes -60"]],
  ["6-0 20 m", ["6-0 becomes 6"]],
  ["60.5.5 6e1 m", ["60.5.5 becomes 60.500000", "6e1 becomes 60"]],
  ["4294967336 -1e99 m", ["4294967336 becomes 2147483647", "-1e99 becomes -2147483647"]],
  ["<41 % 42 \n 43> Tj", ["<41 % 42 \n 43> becomes <414243>"]],
  ["/F#4 1 Tf /F#00 1 Tf", ["/F#4 becomes /F#234", "/F#00 becomes /F#2300"]],
  ["a) > endstream (cut", [") becomes", "> becomes", "endstream becomes", "(cut becomes"]],
  ["q Q Q q Q", ["Q becomes"]],
  [`${"0".repeat(100)}5 1.${"0".repeat(100)}5 m`, [`${"0".repeat(100)}5 becomes 5`, `1.${"0".repeat(100)}5 becomes 1`]],
  ["<41\x0b42> <41\xa042> Tj", ["<41\x0b42> becomes <4142>", "<41\xa042> becomes <4142>"]],
  ["/F\x80 1 Tf /F\xff 1 Tf", ["/F\x80 becomes /F#80", "/F\xff becomes /F#ff"]],
])("normalises tokens that readers interpret differently: %s", (content, expected) => {
  expect(found(content)).toEqual(expected);
});
