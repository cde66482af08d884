import { expect, test } from "vitest";
import { makePlaces } from "./body/read-body";

/** Work that runs until it is ended. */
function lasting(): { work: () => Promise<void>; hasBegun: () => boolean; end: () => void } {
  let begun = false;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ((begun = true), ended), hasBegun: () => begun, end: () => end() };
}

test("runs no more than the limit at once, and the rest in order of arrival", async () => {
  const places = makePlaces({ count: 2, patienceMs: 60_000 });
  const works = [lasting(), lasting(), lasting(), lasting()];
  const begun = (): boolean[] => works.map((work) => work.hasBegun());
  const held = works.map(({ work }) => places.hold(work));
  await Promise.resolve();
  expect(begun()).toEqual([true, true, false, false]);
  works[1]?.end();
  await held[1];
  expect(begun()).toEqual([true, true, true, false]);
  works.forEach(({ end }) => end());
  await Promise.all(held);
  expect(begun()).toEqual([true, true, true, true]);
});

test("rejects work that waits too long, which then takes no place", async () => {
  const places = makePlaces({ count: 1, patienceMs: 20 });
  const first = lasting();
  const held = places.hold(first.work);
  const late = lasting();
  await expect(places.hold(late.work)).rejects.toMatchObject({ code: "unavailable" });
  first.end();
  await held;
  expect(late.hasBegun()).toBe(false);
  await expect(places.hold(() => Promise.resolve("free"))).resolves.toBe("free");
});

test("frees the place of failed work", async () => {
  const places = makePlaces({ count: 1, patienceMs: 20 });
  await expect(places.hold(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(places.hold(() => Promise.resolve("free"))).resolves.toBe("free");
});
