import { describe, expect, test } from "vitest";
import {
  emptyRequest,
  entryProblems,
  isAddressList,
  readAddresses,
  requestEntries,
  requestProblems,
  sizesUpTo,
  toRequestInput,
  type SignerEntry,
} from "./signer-entry";

const entries = (...emails: [email: string, name?: string][]): SignerEntry[] =>
  emails.map(([email, name = ""], index) => ({
    key: String(index),
    signRequestId: null,
    email,
    name,
    phone: "",
    message: "",
    language: null,
    signMethod: null,
    identifyMethod: null,
    role: "signer",
    copyAt: ["sent", "completed"],
    withPrevious: false,
    attachmentRequests: [],
  }));
const problems = (...emails: [email: string, name?: string][]) => Object.fromEntries(entryProblems(entries(...emails)));

describe("the rows of the signers' form", () => {
  test("reports a repeated address as a duplicate, ignoring case and spaces", () => {
    expect(problems(["ana@x.org"], ["bo@x.org"], [" ANA@x.org "])).toEqual({ 2: "duplicate" });
  });

  test("ignores a blank row and requires an address beside a name", () => {
    expect(problems(["", ""], ["", ""], ["", "Ana"])).toEqual({ 2: "required" });
  });

  test("requires an address when a stored signer's row was cleared", () => {
    const [row] = entries([""]);
    expect([...entryProblems(row ? [{ ...row, signRequestId: 7 }] : [])]).toEqual([["0", "required"]]);
  });

  test("validates addresses as the server does", () => {
    expect(
      problems(["ana@localhost"], ["ana"], ["a b@x.org"], ["ana@-x.org"], [`${"a".repeat(250)}@x.org`], ["ö@x.org"]),
    ).toEqual({ 1: "invalid", 2: "invalid", 3: "invalid", 4: "too_long", 5: "invalid" });
  });
});

describe("a pasted list", () => {
  test.each([
    [
      "Ana <ana@example.com>, bo@example.com",
      [
        ["Ana", "ana@example.com"],
        ["", "bo@example.com"],
      ],
    ],
    [
      "ana@x.org;bo@x.org\ncy@x.org\r\n",
      [
        ["", "ana@x.org"],
        ["", "bo@x.org"],
        ["", "cy@x.org"],
      ],
    ],
    ['"Silva, Ana" <ana@x.org>', [["Silva, Ana", "ana@x.org"]]],
    ["<mailto:ana@x.org>", [["", "ana@x.org"]]],
    [" ,; ", []],
    ["not an address", [["", "not an address"]]],
    [
      "Ana Silva ana@x.org, bo@x.org",
      [
        ["Ana Silva", "ana@x.org"],
        ["", "bo@x.org"],
      ],
    ],
    [
      "Silva, Ana <ana@x.org>; Larsen, Bo <bo@x.org>",
      [
        ["Silva, Ana", "ana@x.org"],
        ["Larsen, Bo", "bo@x.org"],
      ],
    ],
    // Copied from spreadsheets: name before or after the address, with or without column names.
    [
      "Ana Silva\tana@x.org\nBo Larsen\tbo@x.org\n",
      [
        ["Ana Silva", "ana@x.org"],
        ["Bo Larsen", "bo@x.org"],
      ],
    ],
    [
      "First\tLast\tE-mail\r\nAna\tSilva\tana@x.org\r\nBo\tLarsen\tbo@x.org",
      [
        ["Ana Silva", "ana@x.org"],
        ["Bo Larsen", "bo@x.org"],
      ],
    ],
    [
      "ana@x.org;Ana Silva\nbo@x.org;Bo Larsen",
      [
        ["Ana Silva", "ana@x.org"],
        ["Bo Larsen", "bo@x.org"],
      ],
    ],
    [
      "ana@x.org\nbo",
      [
        ["", "ana@x.org"],
        ["", "bo"],
      ],
    ],
  ])("reads names and addresses from %j", (text, expected) => {
    expect(readAddresses(text).map(({ name, email }) => [name, email])).toEqual(expected);
  });

  test("does not take one bare address as a list", () => {
    expect(["ana@x.org", " ana@x.org ", "ana@x.org, bo@x.org", "Ana <ana@x.org>"].map(isAddressList)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

const mebibyte = 1024 * 1024;

test("offers sizes up to the service's limit, including the current one", () => {
  expect(sizesUpTo(20 * mebibyte, 10 * mebibyte).map((size) => size / mebibyte)).toEqual([1, 2, 5, 10, 20]);
  expect(sizesUpTo(5 * mebibyte, 3 * mebibyte).map((size) => size / mebibyte)).toEqual([1, 2, 3, 5]);
  expect(sizesUpTo(1000, 1000)).toEqual([1000]);
  expect(emptyRequest(1000).maxBytes).toBe(1000);
});

test("requires a distinct name and a type for a request", () => {
  const request = emptyRequest(20 * mebibyte);
  expect(requestProblems(request, [])).toEqual(["labelMissing"]);
  expect(requestProblems({ ...request, label: " ID " }, ["ID"])).toEqual(["labelTaken"]);
  expect(requestProblems({ ...request, label: "ID", types: [] }, [])).toEqual(["typesMissing"]);
  expect(requestProblems({ ...request, label: "ID" }, ["Payslip"])).toEqual([]);
});

test("sends a stored request back without its id", () => {
  const stored = { id: 3, ...emptyRequest(20 * mebibyte), label: "ID" };
  expect(toRequestInput(requestEntries([stored]))).toEqual([{ ...emptyRequest(20 * mebibyte), label: "ID" }]);
});
