import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** As qpdf writes PDF in JSON, version 2: names begin with a slash, references read `3 0 R`, strings begin with `u:` or `b:`. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

interface QpdfObject {
  value?: JsonValue;
  stream?: { dict: JsonValue };
}

/** The trailer and every object of the file as qpdf reads it, streams as their dictionaries, by `num gen R`. */
export function qpdfObjects(pdf: Buffer): { trailer: JsonValue; objects: Map<string, JsonValue> } {
  const folder = mkdtempSync(path.join(tmpdir(), "qpdf-objects-"));
  try {
    const file = path.join(folder, "file.pdf");
    writeFileSync(file, pdf);
    const { stdout } = spawnSync("qpdf", ["--json=2", "--json-key=qpdf", file], { maxBuffer: 1 << 28 });
    const answer = JSON.parse(stdout.toString("utf8")) as { qpdf: [unknown, Record<string, QpdfObject>] };
    const entries = Object.entries(answer.qpdf[1]).map(([key, object]) => [key.replace(/^obj:/, ""), object.stream?.dict ?? object.value ?? null] as const);
    return { trailer: answer.qpdf[1].trailer?.value ?? null, objects: new Map(entries) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
