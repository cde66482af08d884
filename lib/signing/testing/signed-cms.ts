/** Each CMS of a PDF with the bytes covered by its /ByteRange, oldest first. */
export function signedCmsOf(pdf: Buffer): { cms: Buffer; data: Buffer }[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => {
    const [, gap = 0, tail = 0, length = 0] = match.slice(1, 5).map(Number);
    const padded = Buffer.from(text.slice(gap + 1, tail - 1), "hex");
    return {
      cms: padded.subarray(0, derLength(padded)),
      data: Buffer.concat([pdf.subarray(0, gap), pdf.subarray(tail, tail + length)]),
    };
  });
}

function derLength(der: Buffer): number {
  const first = der[1] ?? 0;
  return first < 128 ? 2 + first : 2 + (first & 127) + der.readUIntBE(2, first & 127);
}
