import { expect, test } from "vitest";
import { EngineTimeoutError } from "./lines/waiting-line";
import { SlowPages } from "./pool";

test("skips a page that timed out for a minute, then for twice as long, until it is drawn", async () => {
  let now = 0;
  let drawn = 0;
  const pages = new SlowPages(() => now);
  const slow = () =>
    pages.draw("a page", 2500, () => {
      drawn += 1;
      return Promise.reject(new EngineTimeoutError("render", 2500));
    });
  const attempt = async () => {
    await expect(slow()).rejects.toThrow(EngineTimeoutError);
    return drawn;
  };
  expect([await attempt(), await attempt()]).toEqual([1, 1]);
  now = 61_000;
  expect([await attempt(), await attempt()]).toEqual([2, 2]);
  now += 61_000;
  expect(await attempt()).toBe(2);
  now += 60_000;
  expect(await pages.draw("a page", 2500, () => Promise.resolve("drawn"))).toBe("drawn");
  expect(await attempt()).toBe(3);
});

test("draws other pages, and pages that failed for another reason, every time", async () => {
  let drawn = 0;
  const pages = new SlowPages();
  await expect(
    pages.draw("slow", 2500, () => Promise.reject(new EngineTimeoutError("render", 2500))),
  ).rejects.toThrow();
  expect(await pages.draw("other", 2500, () => Promise.resolve(1))).toBe(1);
  for (let time = 0; time < 2; time++)
    await expect(
      pages.draw("busy", 2500, () => {
        drawn += 1;
        return Promise.reject(new Error("busy"));
      }),
    ).rejects.toThrow("busy");
  expect(drawn).toBe(2);
});
