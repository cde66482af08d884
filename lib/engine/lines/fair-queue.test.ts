import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue";

const take = (queue: FairQueue<string>): string[] => Array.from({ length: queue.size }, () => queue.shift() ?? "");

test("callers take turns, and so do the files of a caller", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push({ caller: "ana", file: "a" }, item);
  queue.push({ caller: "ana", file: "b" }, "b1");
  queue.push({ caller: "bo", file: "c" }, "c1");
  queue.push({ caller: "bo", file: "c" }, "c2");
  expect(take(queue)).toEqual(["a1", "c1", "b1", "c2", "a2", "a3"]);
  expect(queue.shift()).toBeUndefined();
});

test("does not wait for a removed job", () => {
  const queue = new FairQueue<string>();
  const turn = { caller: "ana", file: "a" };
  for (const item of ["a1", "a2"]) queue.push(turn, item);
  queue.remove(turn, "a1");
  queue.remove(turn, "a1");
  expect([queue.size, queue.sizeOf("ana"), take(queue)]).toEqual([1, 1, ["a2"]]);
  expect([queue.size, queue.sizeOf("ana")]).toEqual([0, 0]);
});
