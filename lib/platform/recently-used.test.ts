import { expect, test, vi } from "vitest";
import { RecentlyUsed } from "./recently-used";

test("drops the least recently used entry", () => {
  const drop = vi.fn();
  const cache = new RecentlyUsed<string, number>(2, { drop });
  cache.add("a", 1);
  cache.add("b", 2);
  cache.get("a");
  cache.add("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  expect(drop.mock.calls).toEqual([[2]]);
});

test("replaces, deletes and clears entries with their weight", () => {
  const drop = vi.fn();
  const cache = new RecentlyUsed<string, number>(2, { drop });
  cache.set("a", 1);
  cache.set("a", 2);
  cache.set("b", 3);
  expect(["a", "b"].map((key) => cache.get(key))).toEqual([2, 3]);
  cache.delete("a");
  cache.delete("none");
  cache.set("c", 4);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([undefined, 3, 4]);
  cache.clear();
  expect(["b", "c"].map((key) => cache.get(key))).toEqual([undefined, undefined]);
  expect(drop.mock.calls).toEqual([[1], [2], [3], [4]]);
});

test("drops as many entries as a new one's weight requires", () => {
  const cache = new RecentlyUsed<string, string>(10, { weightOf: (_value, key) => key.length });
  for (const key of ["one", "three", "sixteen"]) cache.add(key, key);
  expect(["one", "three", "sixteen"].map((key) => cache.get(key))).toEqual([undefined, undefined, "sixteen"]);
});
