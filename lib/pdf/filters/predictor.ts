import { PdfError } from "@/lib/pdf/errors";

const MAX_ROW_BYTES = 1 << 24;

/** Undoes a PNG or TIFF predictor (ISO 32000-2, 7.4.4.4); `parameter` reads /DecodeParms with a default. */
export function undoPredictor(data: Buffer, parameter: (key: string, otherwise: number) => number): Buffer {
  const predictor = parameter("Predictor", 1);
  if (predictor < 2) {
    return data;
  }
  const colors = parameter("Colors", 1);
  const bits = parameter("BitsPerComponent", 8);
  const rowBytes = Math.ceil((parameter("Columns", 1) * colors * bits) / 8);
  const pixelBytes = Math.max(1, Math.floor((colors * bits) / 8));
  if (!(rowBytes > 0 && rowBytes <= MAX_ROW_BYTES)) {
    throw new PdfError("damaged", "a predictor with impossible columns");
  }
  if (predictor >= 10) {
    return undoPng(data, rowBytes, pixelBytes);
  }
  if (bits !== 8) {
    throw new PdfError("damaged", "a TIFF predictor on samples other than bytes");
  }
  return undoTiff(data, rowBytes, colors);
}

function undoPng(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = Buffer.alloc(rows * rowBytes);
  let written = 0;
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1);
    const line = data.subarray(from + 1, from + 1 + rowBytes);
    undoPngRow(data[from] ?? 0, line, out, row * rowBytes, { rowBytes, pixelBytes });
    written += line.length;
  }
  return out.subarray(0, written);
}

function undoPngRow(
  type: number,
  line: Buffer,
  out: Buffer,
  at: number,
  { rowBytes, pixelBytes }: { rowBytes: number; pixelBytes: number },
): void {
  for (let index = 0; index < line.length; index += 1) {
    const left = index >= pixelBytes ? (out[at + index - pixelBytes] ?? 0) : 0;
    const above = at > 0 ? (out[at + index - rowBytes] ?? 0) : 0;
    const corner = at > 0 && index >= pixelBytes ? (out[at + index - rowBytes - pixelBytes] ?? 0) : 0;
    out[at + index] = (line[index] ?? 0) + pngPrediction(type, left, above, corner);
  }
}

function pngPrediction(type: number, left: number, above: number, corner: number): number {
  switch (type) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) {
    return left;
  }
  return toAbove <= toCorner ? above : corner;
}

function undoTiff(data: Buffer, rowBytes: number, colors: number): Buffer {
  const out = Buffer.from(data);
  for (let index = 0; index < out.length; index += 1) {
    if (index % rowBytes >= colors) {
      out[index] = (out[index] ?? 0) + (out[index - colors] ?? 0);
    }
  }
  return out;
}
