/** An object's text, or a stream as its entries without /Length and its data. */
export type SmallObject = string | readonly [entries: string, data: Buffer];

/** A small PDF made in memory. Objects are numbered from 1, and the first one is the catalog. */
export function smallPdf(objects: readonly SmallObject[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n", "latin1")];
  let length = parts[0]?.length ?? 0;
  const rows = objects.map((object, index) => {
    const row = `${String(length).padStart(10, "0")} 00000 n \n`;
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, "latin1"),
      bodyOf(object),
      Buffer.from("\nendobj\n", "latin1"),
    ]);
    parts.push(written);
    length += written.length;
    return row;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, "latin1")]);
}

function bodyOf(object: SmallObject): Buffer {
  if (typeof object === "string") return Buffer.from(object, "latin1");
  const [entries, data] = object;
  const head = Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`, "latin1");
  return Buffer.concat([head, data, Buffer.from("\nendstream", "latin1")]);
}
