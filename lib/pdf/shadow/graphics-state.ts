import { BLACK, gray, type Colour, type ColourSpace } from "./colour";
import { UNKNOWN_FONT, type TextFont } from "./fonts";
import type { Box, Matrix } from "./geometry";

/** The graphics state parameters (8.4) that affect position and visibility. */
export interface GraphicsState {
  matrix: Matrix;
  clip: Box;
  fill: Colour;
  fillSpace: ColourSpace;
  stroke: Colour;
  strokeSpace: ColourSpace;
  fillAlpha: number;
  strokeAlpha: number;
  /** A soft mask or a blend mode other than Normal: painting is not fully opaque. */
  isSheer: boolean;
  lineWidth: number;
  font: TextFont;
  fontSize: number;
  characterSpace: number;
  wordSpace: number;
  /** Horizontal scaling. 1 is 100 %. */
  stretch: number;
  leading: number;
  rise: number;
  renderingMode: number;
}

export function initialState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip,
    fill: BLACK,
    fillSpace: gray,
    stroke: BLACK,
    strokeSpace: gray,
    fillAlpha: 1,
    strokeAlpha: 1,
    isSheer: false,
    lineWidth: 1,
    font: UNKNOWN_FONT,
    fontSize: 0,
    characterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
  };
}
