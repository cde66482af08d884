/** A PDF of hand-written objects, of which the first is object 1, the catalog. Offsets and the table are computed. */
export function pdfOf(objects: readonly string[], trailer = ""): Buffer {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, "latin1");
}

export function stream(entries: string, content: string): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

/** The PDF with everything but streams in an object stream, and a cross-reference stream. */
export function packedPdfOf(objects: readonly string[], trailer = ""): Buffer {
  const [holder, section] = [objects.length + 1, objects.length + 2];
  const packed = objects.flatMap((body, i) => (body.includes("stream\n") ? [] : [{ num: i + 1, body }]));
  let file = "%PDF-1.7\n";
  const rows = new Map<number, readonly [type: number, second: number, third: number]>([[0, [0, 0, 255]]]);
  const write = (num: number, body: string): void => {
    rows.set(num, [1, file.length, 0]);
    file += `${num} 0 obj\n${body}\nendobj\n`;
  };
  let at = 0;
  const header = packed.map(({ num, body }, index) => {
    rows.set(num, [2, holder, index]);
    const slot = `${num} ${at}`;
    at += body.length + 1;
    return slot;
  });
  objects.forEach((body, i) => {
    if (!rows.has(i + 1)) {
      write(i + 1, body);
    }
  });
  const head = `${header.join(" ")} `;
  const bodies = packed.map(({ body }) => body).join(" ");
  write(holder, stream(`/Type/ObjStm/N ${packed.length}/First ${head.length}`, head + bodies));
  const start = file.length;
  rows.set(section, [1, start, 0]);
  const data = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([, [type, second, third]]) =>
      String.fromCharCode(type, second >> 16, (second >> 8) & 255, second & 255, third),
    )
    .join("");
  write(section, stream(`/Type/XRef/W[1 3 1]/Size ${section + 1}/Root 1 0 R${trailer}`, data));
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, "latin1");
}

/** A plain page of 300 by 400 points, without form or action. */
export const PLAIN = [
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>",
];

export interface FormParts {
  /**
   * Each becomes an object and an annotation of the page, and unless it has a /Subtype also a widget and a field of the
   * form.
   */
  widgets: readonly string[];
  form?: string;
  catalog?: string;
  page?: string;
  /** Objects that the widgets refer to, numbered from 100. */
  others?: readonly string[];
  /** Additional entries of the trailer. */
  trailer?: string;
}

/** Number of the first of `others`. */
export const OTHERS = 100;

/** A page of 300 by 400 points with the given form fields. */
export function formPdf({ widgets, form = "", catalog = "", page = "", others = [], trailer = "" }: FormParts): Buffer {
  const refs = widgets.map((_, i) => `${5 + i} 0 R`).join(" ");
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R${catalog}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[${refs}]${page}>>`,
    `<<${form.includes("/Fields") ? "" : `/Fields[${refs}]`}/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>${form}>>`,
    ...widgets.map(
      (entries) => `<</Type/Annot/P 3 0 R${entries.includes("/Subtype") ? "" : "/Subtype/Widget"}${entries}>>`,
    ),
  ];
  while (objects.length < OTHERS - 1) {
    objects.push("null");
  }
  return pdfOf([...objects, ...others], trailer);
}
