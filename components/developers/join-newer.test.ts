import { expect, test } from "vitest";
import { joinNewer } from "./developers-view";
import type { RequestLogPage } from "./wire";

const page = (ids: readonly number[], nextCursor: string | null = null): RequestLogPage => ({
  data: ids.map((id) => ({
    id,
    at: "",
    method: "GET",
    path: "/x",
    status: 200,
    code: null,
    durationMs: 1,
    requestId: "r",
    token: null,
  })),
  pagination: { nextCursor },
});
const idsOf = ({ data }: RequestLogPage): number[] => data.map(({ id }) => id);

test("what has come stands before what is shown, older pages stay", () => {
  const joined = joinNewer(page([5, 4, 3, 2, 1], "1"), page([7, 6, 5], "5"));
  expect([idsOf(joined), joined.pagination.nextCursor]).toEqual([[7, 6, 5, 4, 3, 2, 1], "1"]);
});

test("nothing new changes nothing, not even the object", () => {
  const shown = page([5, 4]);
  expect(joinNewer(shown, page([5, 4]))).toBe(shown);
});

test("more than a page of new ones is shown alone, and nothing is skipped", () => {
  const joined = joinNewer(page([2, 1]), page([9, 8, 7], "7"));
  expect([idsOf(joined), joined.pagination.nextCursor]).toEqual([[9, 8, 7], "7"]);
});

test("the first calls of all appear", () => {
  expect(idsOf(joinNewer(page([]), page([1])))).toEqual([1]);
});
