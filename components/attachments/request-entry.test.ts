import { expect, test } from "vitest";
import { emptyRequest, requestEntries, requestProblems, sizesUpTo, toRequestInput } from "./request-entry";

const mebibyte = 1024 * 1024;

test("sizes end at the service's limit and include the one that is set", () => {
  expect(sizesUpTo(20 * mebibyte, 10 * mebibyte).map((size) => size / mebibyte)).toEqual([1, 2, 5, 10, 20]);
  expect(sizesUpTo(5 * mebibyte, 3 * mebibyte).map((size) => size / mebibyte)).toEqual([1, 2, 3, 5]);
  expect(sizesUpTo(1000, 1000)).toEqual([1000]);
  expect(emptyRequest(1000).maxBytes).toBe(1000);
});

test("a request needs a name of its own and a type", () => {
  const request = emptyRequest(20 * mebibyte);
  expect(requestProblems(request, [])).toEqual(["labelMissing"]);
  expect(requestProblems({ ...request, label: " ID " }, ["ID"])).toEqual(["labelTaken"]);
  expect(requestProblems({ ...request, label: "ID", types: [] }, [])).toEqual(["typesMissing"]);
  expect(requestProblems({ ...request, label: "ID" }, ["Payslip"])).toEqual([]);
});

test("a stored request is sent back without its id", () => {
  const stored = { id: 3, ...emptyRequest(20 * mebibyte), label: "ID" };
  expect(toRequestInput(requestEntries([stored]))).toEqual([{ ...emptyRequest(20 * mebibyte), label: "ID" }]);
});
