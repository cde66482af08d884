import SignaturePad, { type PointGroup } from "signature_pad";
import { inkColours, type Ink } from "./ink-colours";
import { padAspect, scaleStrokes, type Stroke } from "./strokes";
import { makeCanvas, trimCanvas } from "./trim-canvas";

const exportWidthPx = 1600;

/** Width of the line in pixels, for a pad `width` px wide. */
export function penWidths(width: number): { minWidth: number; maxWidth: number } {
  return { minWidth: width * 0.0016, maxWidth: width * 0.006 };
}

/** signature_pad takes a time of 0 for none and reads the clock instead: a pen that seems to rest there, and leaves a blot. */
const firstMs = 1;

/** Normalised strokes as signature_pad draws them on a pad `width` px wide. */
export function toPointGroups(strokes: readonly Stroke[], width: number, ink: Ink): PointGroup[] {
  const pen = {
    ...penWidths(width),
    dotSize: 0,
    velocityFilterWeight: 0.7,
    compositeOperation: "source-over" as const,
    penColor: inkColours[ink],
  };
  return scaleStrokes(strokes, width).map(({ points }) => ({
    ...pen,
    points: points.map((point) => ({ ...point, time: point.time + firstMs })),
  }));
}

/** The drawing as a trimmed PNG, drawn anew at full size, so that a small screen gives as sharp a picture as a large one. */
export async function drawingToPng(strokes: readonly Stroke[], ink: Ink): Promise<Blob> {
  const canvas = makeCanvas(exportWidthPx, exportWidthPx * padAspect);
  const pad = new SignaturePad(canvas, penWidths(exportWidthPx));
  pad.off();
  pad.fromData(toPointGroups(strokes, exportWidthPx, ink));
  const png = await trimCanvas(canvas);
  if (!png) throw new Error("nothing is drawn");
  return png;
}
