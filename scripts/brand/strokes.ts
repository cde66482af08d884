import { ink, type Curve, type Pen } from "./pen";

/** The flourish under the name: out, a loop, and back under itself. In a box of 120 by 26. */
const ribbon: readonly Curve[] = [
  [
    [9, 17],
    [1, 15],
    [3, 6],
    [20, 5.5],
  ],
  [
    [20, 5.5],
    [50, 4],
    [82, 19],
    [104, 15.5],
  ],
  [
    [104, 15.5],
    [117, 13],
    [112, 3],
    [98, 6.5],
  ],
  [
    [98, 6.5],
    [80, 11],
    [62, 24],
    [30, 22.5],
  ],
];
const ribbonPen: Pen = { thin: 1.5, thick: 4.4, angle: -0.7, taperIn: 0.06, taperOut: 0.3, digits: 1 };

/** The letter of the icon, whose stem runs out in a flourish. In a box of 32 by 32. */
const bowl: readonly Curve[] = [
  [
    [7.4, 10],
    [8.8, 4.4],
    [25.6, 2.4],
    [25.9, 10.2],
  ],
  [
    [25.9, 10.2],
    [26.1, 16.4],
    [19.5, 18.4],
    [14.4, 17],
  ],
];
const stem: readonly Curve[] = [
  [
    [15.2, 5.6],
    [15.2, 11.6],
    [14.5, 16.6],
    [12.6, 21],
  ],
  [
    [12.6, 21],
    [8.8, 29.6],
    [1.6, 29.6],
    [3.4, 25],
  ],
  [
    [3.4, 25],
    [5.2, 20.4],
    [15.5, 28.6],
    [28.8, 22.6],
  ],
];
const letterPen: Pen = { thin: 1.9, thick: 3.6, angle: -0.5, taperIn: 0, taperOut: 0.2, digits: 2 };

export const flourish = ink(ribbon, ribbonPen);
export const monogram =
  ink(bowl, { ...letterPen, thin: 2.2, thick: 3.9, taperIn: 0.15, taperOut: 0.1 }) + ink(stem, letterPen);
