import { describe, expect, test } from "vitest";
import { followTransfer, roundTimeLeft } from "./transfer-progress";

const total = 100_000_000;

/** Progress at these moments: [milliseconds, bytes]. */
function lastOf(progress: readonly (readonly [number, number])[]): number | null {
  let at = 0;
  const note = followTransfer(() => at);
  let left: number | null = null;
  for (const [moment, loaded] of progress) {
    at = moment;
    left = note(loaded, total);
  }
  return left;
}

describe("time left of an upload", () => {
  test("is not shown in the first two seconds", () => {
    expect(
      lastOf([
        [0, 0],
        [1900, 2_000_000],
      ]),
    ).toBeNull();
  });

  test("follows from the average speed", () => {
    expect(
      lastOf([
        [0, 0],
        [1000, 1_000_000],
        [4000, 20_000_000],
      ]),
    ).toBe(16);
  });

  test("forgets the speed of eight seconds ago", () => {
    expect(
      lastOf([
        [0, 0],
        [1000, 50_000_000],
        [10_000, 60_000_000],
        [14_000, 80_000_000],
      ]),
    ).toBe(4);
  });

  test("is not shown while no byte moves", () => {
    expect(
      lastOf([
        [0, 1_000_000],
        [30_000, 1_000_000],
        [36_000, 1_000_000],
      ]),
    ).toBeNull();
  });

  test.each([
    [0.4, { unit: "moment" }],
    [5, { unit: "moment" }],
    [5.1, { unit: "seconds", count: 10 }],
    [16, { unit: "seconds", count: 20 }],
    [60, { unit: "seconds", count: 60 }],
    [61, { unit: "minutes", count: 2 }],
    [5340, { unit: "minutes", count: 89 }],
    [5341, { unit: "hours", count: 2 }],
  ])("is rounded from %d seconds", (seconds, rounded) => {
    expect(roundTimeLeft(seconds)).toEqual(rounded);
  });
});
