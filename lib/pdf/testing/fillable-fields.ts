import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * A script for MuPDF's own JavaScript: lists every widget of every page, then every field of the form, whether it is on
 * a page or not.
 */
export const fillableScript = `
var doc = new PDFDocument(scriptArgs[0]);
function nameOf(field) { var name = ""; for (var f = field; f && f.isDictionary(); f = f.get("Parent")) { var t = f.get("T"); if (t && t.isString()) name = t.asString() + (name ? "." + name : ""); } return name; }
function inherited(field, key) { for (var f = field; f && f.isDictionary(); f = f.get("Parent")) { var v = f.get(key); if (v && !v.isNull()) return v; } return null; }
function tell(field) {
  var ft = inherited(field, "FT"), ff = inherited(field, "Ff");
  var type = ft && ft.isName() ? ft.asName() : "none", flags = ff && ff.isNumber() ? ff.asNumber() : 0;
  if (!(flags & 1) && !(type == "Sig" && inherited(field, "V"))) print("FIELD " + type + " " + nameOf(field));
}
for (var i = 0; i < doc.countPages(); i++) {
  var annots = doc.findPage(i).get("Annots");
  for (var k = 0; annots && annots.isArray() && k < annots.length; k++) { var a = annots.get(k); if (a.isDictionary() && String(a.get("Subtype")) == "/Widget") tell(a); }
}
var form = doc.getTrailer().get("Root").get("AcroForm"), fields = form && form.isDictionary() ? form.get("Fields") : null;
function walk(list, depth) { for (var k = 0; list && list.isArray() && k < list.length && depth < 20; k++) { var f = list.get(k); if (!f.isDictionary()) continue; var kids = f.get("Kids"); if (kids && kids.isArray() && kids.length) walk(kids, depth + 1); else tell(f); } }
walk(fields, 0);
if (form && form.isDictionary() && form.get("XFA") && !form.get("XFA").isNull()) print("FIELD XFA");
print("DONE");
`;

/** Fields that MuPDF considers fillable, as `Tx name`. Ours are read-only or signed. */
export function fillableFields(pdf: Buffer): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-fill-"));
  try {
    const [script, file] = [path.join(folder, "fill.js"), path.join(folder, "document.pdf")];
    writeFileSync(script, fillableScript);
    writeFileSync(file, pdf);
    const { stdout, stderr } = spawnSync("mutool", ["run", script, file], { encoding: "latin1", timeout: 20_000 });
    const fields = readFillable(stdout);
    if (fields === null) throw new Error(`MuPDF could not list the fields: ${stderr}`);
    return fields;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The script's output; null if it did not finish. */
export function readFillable(output: string): string[] | null {
  const lines = output.split("\n");
  return lines.includes("DONE")
    ? [...new Set(lines.filter((line) => line.startsWith("FIELD ")).map((line) => line.slice(6)))]
    : null;
}
