import { expect, test } from "vitest";
import { countedStorageErrors } from "../telemetry/counters";
import { BlobError, type BlobStore } from "./blob-store";
import { withCountedErrors } from "./open-blob-store";

const countOf = (code: string): number => countedStorageErrors().find((row) => row.code === code)?.count ?? 0;

test("counts the store's errors by code and rethrows them, without counting callers' errors", async () => {
  const errors = [
    new BlobError("unavailable", "away"),
    Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write" }),
    new BlobError("too_large", "more than allowed"),
    new Error("the source broke off"),
  ];
  const before = [countOf("unavailable"), countOf("ENOSPC"), countOf("too_large")];
  for (const error of errors) {
    const store = withCountedErrors({ has: () => Promise.reject(error) } as unknown as BlobStore);
    await expect(store.has("")).rejects.toBe(error);
  }
  expect([countOf("unavailable"), countOf("ENOSPC"), countOf("too_large")]).toEqual([
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 1,
    before[2],
  ]);
});
