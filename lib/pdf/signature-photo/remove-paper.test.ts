import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removePaper } from "@/lib/pdf/images/clean-image";
import { photograph, type Photograph } from "./testing/photograph";

interface Outcome {
  /** Share of the pixels fully covered by the pen that are more ink than paper. */
  inkLeft: number;
  /** Share of the pixels well away from the pen that are transparent. */
  paperGone: number;
  corners: number[];
}

function outcomeOf(picture: Photograph): Outcome {
  expect(removePaper(picture)).toBe(true);
  const { rgba, written, width, height } = picture;
  const alpha = (at: number): number => rgba[at * 4 + 3] ?? 0;
  const all = [...written.keys()];
  const ink = all.filter((at) => (written[at] ?? 0) > 0.98);
  const isBare = (at: number): boolean =>
    [-3 * width - 3, -3 * width + 3, 0, 3 * width - 3, 3 * width + 3].every((off) => (written[at + off] ?? 0) === 0);
  const paper = all.filter(isBare);
  return {
    inkLeft: ink.filter((at) => alpha(at) >= 128).length / ink.length,
    paperGone: paper.filter((at) => alpha(at) === 0).length / paper.length,
    corners: [0, width - 1, (height - 1) * width, height * width - 1].map(alpha),
  };
}

const colour = (least: number, most: number) =>
  fc.tuple(
    fc.integer({ min: least, max: most }),
    fc.integer({ min: least, max: most }),
    fc.integer({ min: least, max: most }),
  );
const pictures = fc.record({
  paper: colour(200, 255),
  ink: colour(0, 90),
  pen: fc.integer({ min: 3, max: 9 }),
  fall: fc.double({ min: 0.45, max: 1, noNaN: true }),
  lamp: fc.integer({ min: 0, max: 3 }),
  shadow: fc.option(
    fc.record({ dark: fc.double({ min: 0.45, max: 0.9, noNaN: true }), blur: fc.integer({ min: 24, max: 200 }) }),
  ),
  noise: fc.double({ min: 0, max: 6, noNaN: true }),
  seed: fc.integer(),
});

describe("a photographed signature on paper of any tint, in uneven light, with shadow and noise", () => {
  test.each([
    ["5 of them", 5],
    ["@exhaustive 25 of them", 25],
  ])("keeps its ink, loses its paper, and gets transparent corners: %s", (_name, numRuns) => {
    fc.assert(
      fc.property(pictures, (plan) => {
        const { inkLeft, paperGone, corners } = outcomeOf(photograph({ ...plan, width: 260, height: 170 }));
        expect(inkLeft).toBeGreaterThan(0.97);
        expect(paperGone).toBeGreaterThan(0.998);
        expect(corners).toEqual([0, 0, 0, 0]);
      }),
      { numRuns, seed: 20260101 },
    );
  });
});

test.each([
  ["a shadow with a hard edge", { shadow: { dark: 0.5, blur: 8 } }],
  [
    "@exhaustive bluish paper under a yellow lamp, half as bright at the far corner",
    { paper: [205, 215, 240] as const, fall: 0.5, lamp: 3 },
  ],
  ["@exhaustive a soft pencil", { ink: [150, 150, 150] as const, noise: 2 }],
  ["@exhaustive red ink", { ink: [200, 40, 40] as const }],
  ["light blue ink on bluish paper", { ink: [70, 120, 215] as const, paper: [215, 222, 240] as const }],
  ["@exhaustive the noise of a dark room", { noise: 14, fall: 0.7 }],
  ["@exhaustive a thick marker", { pen: 18 }],
])("keeps the ink and removes the paper with %s", (_what, plan) => {
  const { inkLeft, paperGone, corners } = outcomeOf(photograph(plan));
  expect(inkLeft).toBeGreaterThan(0.95);
  expect(paperGone).toBeGreaterThan(0.998);
  expect(corners).toEqual([0, 0, 0, 0]);
});

test("keeps the look on white paper and the ink's colour", () => {
  const picture = photograph({ paper: [255, 255, 255], ink: [30, 58, 138], fall: 0.6 });
  expect(removePaper(picture)).toBe(true);
  const inked = [...picture.written.keys()].filter((at) => picture.written[at] === 1);
  const mean = [0, 1, 2].map(
    (channel) => inked.reduce((sum, at) => sum + (picture.rgba[at * 4 + channel] ?? 0), 0) / inked.length,
  );
  for (const [channel, value] of [30, 58, 138].entries())
    expect(Math.abs((mean[channel] ?? 0) - value)).toBeLessThan(12);
});

test("reports paper without ink, in any light, and leaves it unchanged @exhaustive", () => {
  for (const plan of [
    {},
    { fall: 0.4 },
    { noise: 8 },
    { shadow: { dark: 0.5, blur: 60 } },
    { paper: [205, 215, 240] as const, noise: 4 },
  ]) {
    const picture = photograph({ ...plan, isBlank: true });
    const before = Buffer.from(picture.rgba);
    expect(removePaper(picture), JSON.stringify(plan)).toBe(false);
    expect(before.equals(Buffer.from(picture.rgba))).toBe(true);
  }
});

test("removes the table beside the sheet with the paper, and the sheet's edge too", () => {
  const picture = photograph({});
  const { rgba, width, height } = picture;
  for (let y = 0; y < height; y++) for (let x = 0; x < 34 + y * 0.05; x++) rgba.set([92, 60, 38], (y * width + x) * 4);
  const { inkLeft, paperGone } = outcomeOf(picture);
  expect(inkLeft).toBeGreaterThan(0.95);
  expect(paperGone).toBeGreaterThan(0.998);
});

test("removes dust, and keeps the dot on an i @exhaustive", () => {
  const picture = photograph({ width: 1200, height: 800, pen: 8 });
  const { rgba, width } = picture;
  for (let dust = 0; dust < 60; dust++) rgba.set([90, 90, 90], ((40 + 3 * dust) * width + 40 + 7 * dust) * 4);
  expect(removePaper(picture)).toBe(true);
  expect(rgba[(40 * width + 40) * 4 + 3]).toBe(0);
  expect(rgba[(Math.round(0.3325 * 800) * width + Math.round(0.5315 * 1200)) * 4 + 3]).toBeGreaterThan(200);
});
