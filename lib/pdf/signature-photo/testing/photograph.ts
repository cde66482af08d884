import type { Pixels } from "@/lib/pdf/signature-photo/find-ink";
import { seeded } from "@/lib/pdf/testing/seeded";

/** A synthetic photograph of a signature on paper, of which the writing and every defect are known. */
export interface PhotographPlan {
  width?: number;
  height?: number;
  /** 0–255 each. */
  paper?: readonly [number, number, number];
  ink?: readonly [number, number, number];
  /** Width of the pen stroke, in pixels. */
  pen?: number;
  /** How much darker the image is in one corner than in the opposite one: 0.5 is half as bright. */
  fall?: number;
  /** The corner that the light comes from: 0 to 3. */
  lamp?: number;
  /** A shadow over one side: its darkness (0.5 is half as bright), and the width of its edge in pixels. */
  shadow?: { dark: number; blur: number } | null;
  /** Standard deviation of each pixel's noise, on a scale of 0 to 255. */
  noise?: number;
  /** Nothing is written. */
  isBlank?: boolean;
  seed?: number;
}

export interface Photograph extends Pixels {
  /** Coverage of each pixel by the pen, 0–1. */
  written: Float32Array;
}

/** A flourish and a dot, in shares of the image's size. */
const strokes: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0.2, 0.6],
    [0.28, 0.3],
    [0.33, 0.65],
    [0.4, 0.4],
    [0.45, 0.62],
    [0.52, 0.45],
    [0.58, 0.6],
    [0.66, 0.42],
    [0.74, 0.6],
    [0.82, 0.5],
  ],
  [
    [0.25, 0.72],
    [0.8, 0.68],
  ],
  [
    [0.53, 0.33],
    [0.533, 0.335],
  ],
];

export function photograph({
  width = 400,
  height = 260,
  paper = [238, 238, 236],
  ink = [25, 30, 60],
  pen = 5,
  fall = 1,
  lamp = 0,
  shadow = null,
  noise = 0,
  isBlank = false,
  seed = 1,
}: PhotographPlan): Photograph {
  const random = seeded(seed);
  const written = new Float32Array(width * height);
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const isNear = !isBlank && y > 0.2 * height && y < 0.82 * height && x > 0.1 * width && x < 0.92 * width;
      const covered = isNear ? Math.min(1, Math.max(0, pen / 2 + 0.5 - distance(x, y, width, height))) : 0;
      written[at] = covered;
      const light = lightAt(x / width, y / height, { fall, lamp }) * shadowAt(x - width * 0.55 + y * 0.3, shadow);
      for (const channel of [0, 1, 2] as const)
        rgba[at * 4 + channel] =
          light * (paper[channel] * (1 - covered) + ink[channel] * covered) + (noise === 0 ? 0 : noise * bell(random));
      rgba[at * 4 + 3] = 255;
    }
  }
  return { rgba, width, height, written };
}

function lightAt(x: number, y: number, { fall, lamp }: { fall: number; lamp: number }): number {
  const [dx, dy] = [lamp % 2 === 0 ? x : 1 - x, lamp < 2 ? y : 1 - y];
  return 1 - (1 - fall) * ((dx + dy) / 2);
}

function shadowAt(beyond: number, shadow: PhotographPlan["shadow"]): number {
  if (!shadow) return 1;
  const share = Math.min(1, Math.max(0, beyond / Math.max(1, shadow.blur) + 0.5));
  return 1 - (1 - shadow.dark) * share;
}

/** Distance in pixels from the nearest stroke. */
function distance(x: number, y: number, width: number, height: number): number {
  let nearest = Infinity;
  for (const stroke of strokes) {
    for (let part = 1; part < stroke.length; part++) {
      const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [stroke[part - 1], stroke[part]];
      const [fromX, fromY, dx, dy] = [ax * width, ay * height, (bx - ax) * width, (by - ay) * height];
      const along = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1)));
      nearest = Math.min(nearest, (x - fromX - along * dx) ** 2 + (y - fromY - along * dy) ** 2);
    }
  }
  return Math.sqrt(nearest);
}

/** Normally distributed (Box–Muller transform). */
function bell(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
