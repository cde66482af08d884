import sharp from "sharp";

const lineHeight = 16;
const words =
  "the parties agree that this lease of the flat in the second floor begins on the first day of the month and ends after two years unless either side gives notice in writing".split(
    " ",
  );

/** A4 pages full of text, as in a contract. */
export function textPdf(pages: number): Buffer {
  return writePdf(Array.from({ length: pages }, (_, index) => ({ content: textContent(index) })));
}

/** A4 pages that are images of about `bytesPerPage`, as from a scanner. */
export async function scanPdf(pages: number, bytesPerPage: number): Promise<Buffer> {
  const jpeg = await scannedSheet(bytesPerPage);
  const content = "q 595 0 0 842 0 0 cm /Scan Do Q";
  return writePdf(Array.from({ length: pages }, () => ({ content, jpeg })));
}

interface SamplePage {
  content: string;
  jpeg?: { bytes: Buffer; width: number; height: number };
}

/** Noise like paper grain, at 200 dpi; its strength determines the file size. */
async function scannedSheet(bytes: number): Promise<{ bytes: Buffer; width: number; height: number }> {
  const [width, height] = [1654, 2339];
  const noise = sharp({
    create: { width, height, channels: 3, background: "white", noise: { type: "gaussian", mean: 225, sigma: 18 } },
  });
  const raw = await noise.removeAlpha().raw().toBuffer();
  const jpegs = await Promise.all(
    [40, 55, 70, 82, 90].map((quality) =>
      sharp(raw, { raw: { width, height, channels: 3 } })
        .jpeg({ quality })
        .toBuffer(),
    ),
  );
  const nearest = jpegs.sort((a, b) => Math.abs(a.length - bytes) - Math.abs(b.length - bytes))[0];
  return { bytes: nearest ?? raw, width, height };
}

function textContent(page: number): string {
  const lines = Array.from({ length: 46 }, (_, line) => {
    const sentence = Array.from({ length: 13 }, (_word, at) => words[(page * 31 + line * 13 + at) % words.length]).join(
      " ",
    );
    return `(${line + 1}. ${sentence}) Tj 0 -${lineHeight} Td`;
  });
  return `BT /F1 11 Tf 56 780 Td (Page ${page + 1}) Tj 0 -${lineHeight} Td ${lines.join("\n")} ET`;
}

/** ISO 32000-2, 7.5: header, numbered objects, cross-reference table, trailer. */
function writePdf(pages: readonly SamplePage[]): Buffer {
  const perPage = 3;
  const numberOf = (index: number): number => 4 + index * perPage;
  const objects: Buffer[] = [
    Buffer.from("<</Type/Catalog/Pages 2 0 R>>"),
    Buffer.from(
      `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${numberOf(index)} 0 R`).join(" ")}]>>`,
    ),
    Buffer.from("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
  ];
  pages.forEach((page, index) => {
    const own = numberOf(index);
    const images = page.jpeg ? `/XObject<</Scan ${own + 2} 0 R>>` : "";
    objects.push(
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${own + 1} 0 R/Resources<</Font<</F1 3 0 R>>${images}>>>>`,
      ),
    );
    objects.push(stream("", Buffer.from(page.content)));
    objects.push(
      page.jpeg
        ? stream(
            `/Type/XObject/Subtype/Image/Width ${page.jpeg.width}/Height ${page.jpeg.height}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode`,
            page.jpeg.bytes,
          )
        : Buffer.from("null"),
    );
  });
  return assemble(objects);
}

function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const offsets = objects.map((body, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(whole);
    at += whole.length;
    return at - whole.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
