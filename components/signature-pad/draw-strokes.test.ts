import { expect, test } from "vitest";
import { normaliseStrokes, toPointGroups } from "./strokes";

test("keeps the times of a replayed stroke above 0, which signature_pad takes for now", () => {
  const view = { scale: 400, left: 0, top: 0 };
  const drawn = [0, 16, 16, 48].map((time) => ({ x: 40 + time, y: 20, pressure: 0.5, time: 1_700_000_000_000 + time }));
  const times = toPointGroups(normaliseStrokes([{ points: drawn }], view), view, "black").flatMap(({ points }) =>
    points.map(({ time }) => time),
  );
  expect(times.every((time) => time > 0)).toBe(true);
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 16, 16, 48]);
});
