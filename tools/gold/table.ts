import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One row of gold/verify.tsv. */
export interface Expectation {
  file: string;
  /** `green`, `not_green`, `sig_green_ts_not`, or `contested` (explained, not counted). */
  must: string;
  verdict: string;
}

export interface GoldTable {
  folder: string;
  rows: Expectation[];
  /** Mismatches between table and folder, and contested rows that docs/gold-contested.md does not explain. */
  warnings: string[];
}

export function readTable(folder: string, explanations: string): GoldTable {
  const lines = readFileSync(path.join(folder, "verify.tsv"), "utf8").trim().split("\n").slice(1);
  const rows = lines.map((line) => {
    const [file = "", must = "", verdict = ""] = line.split("\t");
    return { file, must, verdict };
  });
  return { folder, rows, warnings: [...disagreements(folder, rows), ...unexplained(rows, explanations)] };
}

function disagreements(folder: string, rows: readonly Expectation[]): string[] {
  const listed = new Set(rows.map(({ file }) => file));
  const missing = rows
    .filter(({ file }) => !existsSync(path.join(folder, file)))
    .map(({ file }) => `${file} is in the table and not in the folder`);
  const unlisted = readdirSync(folder).filter((file) => file.endsWith(".pdf") && !listed.has(file));
  return [...missing, ...unlisted.map((file) => `${file} is in the folder and not in the table`)];
}

function unexplained(rows: readonly Expectation[], explanations: string): string[] {
  const text = readFileSync(explanations, "utf8");
  const contested = rows.filter(({ must, file }) => must === "contested" && !text.includes(`## ${file}`));
  return contested.map(({ file }) => `${file} is contested and not explained in ${path.basename(explanations)}`);
}
