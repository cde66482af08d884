import { afterEach, expect, test, vi } from "vitest";
import { evenMs, makePasswordHasher } from "./argon2-hasher";

test("hashes with Argon2id using 19 MiB, two passes and one lane", async () => {
  expect(await makePasswordHasher().hash("seven purple tractors")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("compares every character, even the 128th", async () => {
  const hasher = makePasswordHasher();
  const hash = await hasher.hash("x".repeat(128));
  expect(await hasher.verify(hash, "x".repeat(128))).toBe(true);
  expect(await hasher.verify(hash, "x".repeat(127))).toBe(false);
});

test("rejects every password for an unknown account", async () => {
  expect(await makePasswordHasher().verify(null, "")).toBe(false);
});

afterEach(() => vi.useRealTimers());

test("evens out an answer from the start of its request, so that time already spent is not added", async () => {
  vi.useFakeTimers();
  const [since, ended] = [performance.now(), vi.fn()];
  vi.advanceTimersByTime(evenMs / 2);
  void makePasswordHasher().evenOut(since).then(ended);
  await vi.advanceTimersByTimeAsync(evenMs / 2 - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});

test("refuses more work with one hash running and 64 waiting @exhaustive", async () => {
  const hasher = makePasswordHasher(1);
  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => hasher.hash("seven purple tractors")));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as { code: string; retryAfterSeconds: number }] : [],
  );
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
});
