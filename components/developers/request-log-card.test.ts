import { expect, test } from "vitest";
import { joinNewer, type RequestLogPage } from "./request-log-card";

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

test("puts new rows first and keeps older pages", () => {
  const joined = joinNewer(page([5, 4, 3, 2, 1], "1"), page([7, 6, 5], "5"));
  expect([idsOf(joined), joined.pagination.nextCursor]).toEqual([[7, 6, 5, 4, 3, 2, 1], "1"]);
});

test("returns the same object when nothing is new", () => {
  const shown = page([5, 4]);
  expect(joinNewer(shown, page([5, 4]))).toBe(shown);
});

test("shows only the newest page when more than a page is new", () => {
  const joined = joinNewer(page([2, 1]), page([9, 8, 7], "7"));
  expect([idsOf(joined), joined.pagination.nextCursor]).toEqual([[9, 8, 7], "7"]);
});

test("shows the first calls of an account", () => {
  expect(idsOf(joinNewer(page([]), page([1])))).toEqual([1]);
});
