import { X509Certificate } from "node:crypto";
import { opensslVerifies, renderPage } from "@/lib/pdf/testing/outside-tools";

/** Checks the CMS of every signature with openssl over its ByteRange. One verdict per signature, oldest first. */
export function opensslVerdicts(pdf: Buffer, rootPem: string): boolean[] {
  const root = new X509Certificate(rootPem).raw;
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => {
    const [, gapStart = 0, tailStart = 0, tailLength = 0] = match.slice(1, 5).map(Number);
    const der = Buffer.from(text.slice(gapStart + 1, tailStart - 1), "hex");
    const data = Buffer.concat([pdf.subarray(0, gapStart), pdf.subarray(tailStart, tailStart + tailLength)]);
    return opensslVerifies(der.subarray(0, derLength(der)), data, root);
  });
}

function derLength(der: Buffer): number {
  const first = der[1] ?? 0;
  return first < 128 ? 2 + first : 2 + (first & 127) + der.readUIntBE(2, first & 127);
}

export interface DisplayedSize {
  width: number;
  height: number;
}

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The bounding rectangle of all differences between two renderings, in points from the displayed page's top left; null
 * if they are the same.
 */
export function changedEdges(before: Buffer, after: Buffer, page: number, size: DisplayedSize): Edges | null {
  const [old, now] = [renderPage(before, page), renderPage(after, page)];
  const { width, height } = now;
  if (old.width !== width || old.height !== height) throw new Error("the page changed its size");
  const [scaleX, scaleY] = [size.width / width, size.height / height];
  let edges: Edges | null = null;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      if (Math.abs((old.pixels[index] ?? 0) - (now.pixels[index] ?? 0)) < 48) continue;
      const pixel: Edges = { left: x * scaleX, top: y * scaleY, right: (x + 1) * scaleX, bottom: (y + 1) * scaleY };
      edges = edges ? around(edges, pixel) : pixel;
    }
  }
  return edges;
}

function around(a: Edges, b: Edges): Edges {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The end of each revision: after every `%%EOF` that follows a `startxref`. */
export function revisionEnds(pdf: Buffer): number[] {
  return [...pdf.toString("latin1").matchAll(/startxref\s+\d+\s+%%EOF\r?\n?/g)].map(
    (match) => match.index + match[0].length,
  );
}
