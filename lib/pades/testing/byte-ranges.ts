/** Each signature of a file, oldest first: its CMS without the trailing zeros, and the bytes that it covers. */
export function byteRangesOf(pdf: Buffer): { cms: Buffer; data: Buffer }[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]/g)].map((match) => {
    const [first = 0, second = 0, length = 0] = match.slice(1, 4).map(Number);
    const padded = Buffer.from(text.slice(first + 1, second - 1), "hex");
    const cms = padded.subarray(0, 4 + padded.readUInt16BE(2));
    return { cms, data: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)]) };
  });
}
