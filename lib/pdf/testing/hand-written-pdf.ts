/** A PDF of hand-written objects: the first is object 1, the catalog. Offsets and the table are made to fit. */
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

/** A plain page of 300 by 400 points, without form or action. */
export const PLAIN = [
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>",
];

export interface FormParts {
  /** Each becomes an object and an annotation of the page; a widget and a field of the form unless it has a /Subtype. */
  widgets: readonly string[];
  form?: string;
  catalog?: string;
  page?: string;
  /** Objects that the widgets refer to, numbered from 100. */
  others?: readonly string[];
  /** Further entries of the trailer. */
  trailer?: string;
}

/** Where `others` begin. */
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
