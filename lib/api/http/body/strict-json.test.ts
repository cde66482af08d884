import { describe, expect, test, vi } from "vitest";
import { parseStrictJson } from "./strict-json";

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text), 32);
const codeOf = (bytes: string | Buffer): string => {
  try {
    parseStrictJson(Buffer.from(bytes as string), 32);
    return "accepted";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test("parses JSON of any shape within the depth like JSON.parse", () => {
  for (const text of [
    '{"a":{"b":[1,2.5,-3e2,true,false,null,"\\" \\\\ { [ : é 😀"]}}',
    "[]",
    '"text"',
    "12",
    '{"a\\"b":1,"a":{"a":1},"c":[{"a":1},{"a":2}]}',
    '{"__proto__":1}',
  ]) {
    expect(parse(text)).toEqual(JSON.parse(text));
  }
});

test("parses long strings anywhere, with any content, like JSON.parse @exhaustive", () => {
  const long = "QUJD".repeat(40_000);
  const contents = [
    long,
    `${long}=`,
    `${long}é`,
    `${long}契`,
    `${long}\\/\\n\\u00e9\\"`,
    `\\\\${long}`,
    `${long}\\/${long}\\u002B\\u002b=`,
    `${long}\\\\/`,
    `${long}\\\\u002b`,
  ];
  for (const content of contents) {
    for (const text of [
      `"${content}"`,
      `{"a":{"b":["${content}",1,"${content}"]},"__proto__":"${content}","name":"契約"}`,
      `{"${long.slice(0, 5000)}":"${content}"}`,
    ]) {
      expect(parse(text)).toEqual(JSON.parse(text));
    }
  }
});

test.each([
  ["a control character", "\n"],
  ["U+0000", "\0"],
])("rejects %s in a long string as in a short one", (_name, character) => {
  expect(codeOf(`{"a":"${"x".repeat(100_000)}${character}"}`)).toBe("malformed_json");
});

test.each([0, 1, 2, 3, 40_000, 79_999])("rejects a line break at offset %i of a long string", (at) => {
  const long = "x".repeat(80_000);
  for (const space of ["", " ", "  ", "   "])
    expect(codeOf(`${space}["${long.slice(0, at)}\n${long.slice(at + 1)}"]`)).toBe("malformed_json");
});

test("rejects a misplaced or unterminated long string", () => {
  const long = "x".repeat(100_000);
  for (const text of [`{"a" "${long}"}`, `["${long}" 1]`, `["${long}`, `["${long}\\"`])
    expect(codeOf(text)).toBe("malformed_json");
});

describe("malformed JSON is rejected", () => {
  test.each([
    ["nothing", ""],
    ["half an object", '{"a":'],
    ["a string that never ends", '{"a":"b'],
    ["trailing garbage", '{"a":1} x'],
    ["a byte order mark", '\ufeff{"a":1}'],
    ["a duplicate member", '{"a":1,"b":2,"a":3}'],
    ["a duplicate member spelt otherwise", '{"a":1,"\\u0061":3}'],
    ["a duplicate member in depth", '[{"x":{"a":1,"a" : 1}}]'],
    ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`],
    ["a hundred thousand levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["a hundred thousand open objects", '{"a":'.repeat(100_000)],
  ])("%s", (_name, text) => {
    expect(codeOf(text)).toBe("malformed_json");
  });

  test("bytes that are not UTF-8", () => {
    expect(codeOf(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toBe("malformed_json");
    expect(codeOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe("malformed_json");
  });
});

test("rejects a body with more values than allowed before parsing, without counting commas in strings", () => {
  const parsing = vi.spyOn(JSON, "parse");
  const bounded = (text: string): unknown => parseStrictJson(Buffer.from(text), 32, 5);
  const withoutCommas = ["[][][][][][]", '{"a":"b":"c":"d":"e":"f":', '"a""b""c""d""e""f"', "[[[[[[0]]]]]]"];
  for (const text of ["[0,0,0,0,0,0]", '{"a":[0,0,0],"b":[{},{},{}]}', ...withoutCommas])
    expect(() => bounded(text)).toThrow(expect.objectContaining({ code: "malformed_json" }));
  expect(parsing.mock.calls.filter(([text]) => !/^"\w"$/.test(text))).toEqual([]);
  parsing.mockRestore();
  for (const text of ["[0,0,0,0,0]", '{"a":",,,,,,,,","b":[0,0]}']) expect(bounded(text)).toEqual(JSON.parse(text));
});

test("limits a body apart from long strings of plain ASCII, before decoding and parsing", () => {
  const bounded = (text: string): unknown => parseStrictJson(Buffer.from(text), 32, 100, 1000);
  const file = `${"QUJD".repeat(40_000)}\\/\\u002B=`;
  expect(bounded(`{"file":"${file}","name":"契約"}`)).toEqual({
    file: JSON.parse(`"${file}"`) as string,
    name: "契約",
  });
  const parsing = vi.spyOn(JSON, "parse");
  for (const unit of ["\\u0041", "\\/", '\\"', "\\\\", "世", " "])
    for (const text of [`["${unit.repeat(50_000)}"]`, `[${unit.repeat(50_000)}]`, `["${file}","${unit.repeat(1000)}"]`])
      expect(() => bounded(text)).toThrow(expect.objectContaining({ code: "malformed_json" }));
  expect(() => parse(`{"${"世".repeat(10_000)}":1}`)).toThrow(expect.objectContaining({ code: "malformed_json" }));
  expect(() => parse(`"${'\\"'.repeat(1_000_001)}"`)).toThrow(expect.objectContaining({ code: "malformed_json" }));
  expect(parsing).not.toHaveBeenCalled();
  parsing.mockRestore();
});

describe("text that cannot be stored", () => {
  test.each(['{"a":["x\\u0000"]}', '{"a":["\\ud800"]}', '{"a":["\\udc00\\ud800"]}'])("rejects %s", (text) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        code: "validation_failed",
        violations: [expect.objectContaining({ pointer: "/a/0" })],
      }),
    );
  });

  test("accepts a complete surrogate pair and an escaped backslash", () => {
    expect(parse('"\\ud83d\\ude00"')).toBe("😀");
    expect(parse('"\\\\u0000"')).toBe("\\u0000");
  });
});
