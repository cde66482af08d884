import sharp from "sharp";
import { letters } from "./letters";
import { flourish } from "./strokes";

const [ink, muted, accent, canvas, hairline] = ["#0b1220", "#55607a", "#3b3fd8", "#f6f7f9", "#d5dae4"];

/** The preview image for links to this service: 1200 by 630 px. It never contains anything from a document. */
export function sharePicture(): Promise<Buffer> {
  return sharp(Buffer.from(drawing())).png({ palette: true, colours: 128 }).toBuffer();
}

function drawing(): string {
  const name = letters("Paraph", { size: 118, weight: 620, tracking: -0.03 });
  const lines = ["Get your PDF signed by", "everyone who needs to.", "Valid without us."].map(
    (text, index) =>
      `<path transform="translate(0 ${index * 50})" d="${letters(text, { size: 34, weight: 420, tracking: -0.01 }).path}"/>`,
  );
  const rows = [190, 214, 238, 262, 310, 334, 358].map(
    (y, index) =>
      `<rect x="826" y="${y}" width="${[220, 250, 236, 150, 250, 226, 180][index] ?? 0}" height="8" rx="4" fill="${hairline}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${canvas}"/>
<rect x="782" y="98" width="340" height="434" fill="${ink}" opacity=".05"/><rect x="778" y="92" width="340" height="434" fill="#fff" stroke="${hairline}"/>
<rect x="826" y="140" width="130" height="16" rx="4" fill="${ink}" opacity=".85"/>${rows.join("")}
<g transform="translate(826 408)"><rect width="244" height="76" fill="#1f5fd6" fill-opacity=".07" stroke="#1f5fd6" stroke-width="2"/><path transform="translate(16 12) scale(1.75 2)" d="${flourish}" fill="${ink}"/></g>
<g transform="translate(92 282)"><path d="${name.path}" fill="${ink}"/><path transform="translate(-4 22) scale(${(name.width + 8) / 120} 2.6)" d="${flourish}" fill="${accent}"/></g>
<g transform="translate(92 424)" fill="${muted}">${lines.join("")}</g></svg>`;
}
