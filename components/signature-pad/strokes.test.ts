import { expect, test } from "vitest";
import {
  fitView,
  isTiny,
  normaliseStrokes,
  parseStrokes,
  push,
  redo,
  scaleStrokes,
  startStack,
  toPointGroups,
  undo,
  type Stroke,
} from "./strokes";

const drawn: Stroke[] = [
  {
    points: [
      { x: 40, y: 20, pressure: 0.5, time: 0 },
      { x: 400, y: 160, pressure: 0.7, time: 20 },
    ],
  },
];

/** A pad in the shape of the drawing area. */
const wide = (width: number) => fitView([], { width, height: width * 0.4 });

test("keeps a drawing's shape on a pad of another width, and its position on its own", () => {
  const kept = normaliseStrokes(drawn, wide(400));
  expect(scaleStrokes(kept, wide(400))).toEqual(drawn);
  const [stroke] = scaleStrokes(kept, wide(800));
  expect(stroke?.points).toEqual([
    { x: 80, y: 40, pressure: 0.5, time: 0 },
    { x: 800, y: 320, pressure: 0.7, time: 40 },
  ]);
});

test("shows a drawing of an upright pad whole and in its shape on a wide one, and back", () => {
  const upright = fitView([], { width: 400, height: 600 });
  const tall: Stroke[] = [
    {
      points: [
        { x: 10, y: 0, pressure: 0.5, time: 0 },
        { x: 390, y: 600, pressure: 0.5, time: 20 },
      ],
    },
  ];
  const kept = normaliseStrokes(tall, upright);
  const [stroke] = scaleStrokes(kept, fitView(kept, { width: 800, height: 320 }));
  const [first, last] = stroke?.points ?? [];
  expect([first?.y, last?.y]).toEqual([expect.closeTo(0), expect.closeTo(320)]);
  expect(((last?.x ?? 0) - (first?.x ?? 0)) / 320).toBeCloseTo(380 / 600);
  const [back] = scaleStrokes(kept, fitView(kept, { width: 400, height: 600 }));
  expect(back?.points.map(({ x, y }) => [x, y])).toEqual([
    [expect.closeTo(10), expect.closeTo(0)],
    [expect.closeTo(390), expect.closeTo(600)],
  ]);
});

test("keeps the pen's speed, which makes the line thin, on a larger pad", () => {
  const speed = (strokes: Stroke[]) => (strokes[0]?.points[1]?.x ?? 0) / (strokes[0]?.points[1]?.time ?? 0);
  expect(speed(scaleStrokes(normaliseStrokes(drawn, wide(400)), wide(1600)))).toBe(speed(drawn));
});

test("stores values between 0 and 1", () => {
  const values = normaliseStrokes(drawn, wide(400)).flatMap(({ points }) => points.flatMap(({ x, y }) => [x, y]));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(1);
});

test("counts a dot as tiny, but not a line or an empty pad", () => {
  const dot = [{ points: [{ x: 0.5, y: 0.1, pressure: 0.5, time: 0 }] }];
  expect(isTiny(dot, 400)).toBe(true);
  expect(isTiny(normaliseStrokes(drawn, wide(400)), 400)).toBe(false);
  expect(isTiny([], 400)).toBe(false);
});

test("restores stored text to strokes, and anything else to none", () => {
  const kept = normaliseStrokes(drawn, wide(400));
  expect(parseStrokes(JSON.stringify(kept))).toEqual(kept);
  for (const text of [
    null,
    "",
    "{",
    "{}",
    "[1]",
    '[{"points":[]}]',
    '[{"points":[{"x":"1","y":0,"pressure":0,"time":0}]}]',
  ])
    expect(parseStrokes(text)).toEqual([]);
});

test("keeps the times of a replayed stroke above 0, which signature_pad would read as now", () => {
  const view = { scale: 400, left: 0, top: 0 };
  const drawn = [0, 16, 16, 48].map((time) => ({ x: 40 + time, y: 20, pressure: 0.5, time: 1_700_000_000_000 + time }));
  const times = toPointGroups(normaliseStrokes([{ points: drawn }], view), view, "black").flatMap(({ points }) =>
    points.map(({ time }) => time),
  );
  expect(times.every((time) => time > 0)).toBe(true);
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 16, 16, 48]);
});

const two = push(push(startStack<string[]>([]), ["a"]), ["a", "b"]);

test("undoes exactly the last step and redoes it", () => {
  expect(undo(two).present).toEqual(["a"]);
  expect(undo(undo(two)).present).toEqual([]);
  expect(redo(undo(two))).toEqual(two);
});

test("does nothing without a step to undo or redo", () => {
  const start = startStack(["a"]);
  expect(undo(start)).toBe(start);
  expect(redo(two)).toBe(two);
});

test("treats clearing as a step, and drops undone steps after a new one", () => {
  const cleared = push(two, []);
  expect(undo(cleared).present).toEqual(["a", "b"]);
  expect(push(undo(two), ["c"]).future).toEqual([]);
});

test("keeps a hundred steps", () => {
  let stack = startStack(0);
  for (let step = 1; step <= 150; step++) stack = push(stack, step);
  expect(stack.past).toHaveLength(100);
  expect(undo(stack).present).toBe(149);
});
