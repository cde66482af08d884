/** Responses of S3 are flat lists of elements without relevant attributes; this reads only those. */

/** The inside of each element of this name, in order. Elements of one name are never nested in each other. */
export function elementsIn(xml: string, name: string): string[] {
  const found: string[] = [];
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g");
  for (const [, inside = ""] of xml.matchAll(pattern)) found.push(inside);
  return found;
}

/** The text of the first element of this name, or null. */
export function textIn(xml: string, name: string): string | null {
  const [inside] = elementsIn(xml, name);
  return inside === undefined ? null : unescape(inside);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
