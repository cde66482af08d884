import { readFileSync } from "node:fs";
import path from "node:path";

export interface Sample {
  /** Relative to the corpus. */
  name: string;
  path: string;
  size: number;
  /** `qpdf --check` on the original: 0 sound, 3 warnings, 2 unreadable or a password is needed. */
  qpdf: number;
}

/** The rows of the corpus's MANIFEST.tsv. */
export function readManifest(folder: string): Sample[] {
  const [header = "", ...rows] = readFileSync(path.join(folder, "MANIFEST.tsv"), "utf8").trim().split("\n");
  const columns = header.split("\t");
  const column = (cells: readonly string[], name: string) => cells[columns.indexOf(name)] ?? "";
  return rows.map((row) => {
    const cells = row.split("\t");
    const name = column(cells, "path");
    return {
      name,
      path: path.join(folder, name),
      size: Number(column(cells, "bytes")),
      qpdf: Number(column(cells, "qpdf_check_rc")),
    };
  });
}
