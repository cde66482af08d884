import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";

/*
 * A PDF as read by qpdf, for checks that share no line with the product. Names begin with a slash, references are `7 0
 * R`, text strings `u:…`, other strings `b:` and hexadecimal.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Dict = Record<string, Json>;
/**
 * Objects by reference, and the trailer under `trailer`. A stream is `{dict, data}`, with its data as stored, in
 * base64.
 */
export type Objects = Map<string, Json>;

/** The same bytes are read several times, and large files take qpdf a while. */
const known = new WeakMap<Buffer, Objects>();

export function objectsOf(pdf: Buffer): Objects {
  const objects = known.get(pdf) ?? readObjects(pdf);
  known.set(pdf, objects);
  return objects;
}

function readObjects(pdf: Buffer): Objects {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-judge-"));
  try {
    const file = path.join(folder, "state.pdf");
    writeFileSync(file, pdf);
    const args = ["--json=2", "--json-key=qpdf", "--json-stream-data=inline", "--decode-level=none", file, "-"];
    const { stdout, error } = spawnSync("qpdf", args, { maxBuffer: 1 << 29, timeout: 60_000 });
    if (error) {
      throw error;
    }
    const parsed = JSON.parse(stdout.toString("utf8")) as { qpdf: [unknown, Record<string, Dict>] };
    return new Map(
      Object.entries(parsed.qpdf[1]).map(([key, object]) => [
        key.replace(/^obj:/, ""),
        object.stream ?? object.value ?? null,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function resolve(objects: Objects, value: Json | undefined): Json {
  return (typeof value === "string" ? objects.get(value) : undefined) ?? value ?? null;
}

export function asDict(value: Json | undefined): Dict {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

/** A string, a name or a reference; empty for anything else. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** A dictionary or the dictionary of a stream, with references followed; empty for anything else. */
export function dictOf(objects: Objects, value: Json | undefined): Dict {
  const found = asDict(resolve(objects, value));
  return isStream(found) ? asDict(found.dict) : found;
}

export function listOf(objects: Objects, value: Json | undefined): Json[] {
  return asList(resolve(objects, value));
}

export function isStream(value: Json | undefined): boolean {
  const { dict, data } = asDict(value);
  return dict !== undefined && data !== undefined;
}

/** The content of a stream that is stored uncompressed or deflated. */
export function contentOf(stream: Json): string {
  const { dict, data } = asDict(stream);
  const stored = Buffer.from(typeof data === "string" ? data : "", "base64");
  return (asDict(dict)["/Filter"] === "/FlateDecode" ? inflateSync(stored) : stored).toString("latin1");
}

export function typeOf(value: Json): string | null {
  const dict = asDict(value);
  const type = dict["/Type"] ?? asDict(dict.dict)["/Type"];
  return typeof type === "string" ? type : null;
}

export function referencesIn(value: Json, found = new Set<string>()): Set<string> {
  if (typeof value === "string") {
    return /^\d+ \d+ R$/.test(value) ? found.add(value) : found;
  }
  if (value !== null && typeof value === "object") {
    Object.values(value).forEach((item) => referencesIn(item, found));
  }
  return found;
}
