import { X509Certificate } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

/** The arguments on the command line cannot be used. */
export class ArgumentError extends Error {}

export interface GivenFiles {
  pdf: string | null;
  zip: string | null;
  json: string | null;
}

type Kind = keyof GivenFiles;

const kindNames: Record<Kind, string> = { pdf: "a PDF", zip: "a bundle", json: "a chain" };
const headBytes = 1024;

/** Sorts one or two files by what they hold: every one is used, or refused by its name. Throws ArgumentError, and what opening a file throws. */
export function sortFiles(files: readonly string[]): GivenFiles {
  const kinds = files.map(kindOf);
  const [first, second] = kinds;
  if (second !== undefined && first !== "pdf")
    throw new ArgumentError(`${files[0]} is ${kindNames[first ?? "pdf"]}: of two files the first one must be a PDF`);
  if (second === "pdf") throw new ArgumentError(`${files[1]} is a PDF: the second file must be a bundle or a chain`);
  const given = (kind: Kind): string | null => files[kinds.indexOf(kind)] ?? null;
  return { pdf: given("pdf"), zip: given("zip"), json: given("json") };
}

/** By what a file holds, not by what it is called. */
function kindOf(file: string): Kind {
  const head = headOf(file);
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return "zip";
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(head)) return "json";
  if (head.includes("%PDF-")) return "pdf";
  throw new ArgumentError(`${file} is not a PDF, a bundle (zip) or a chain (JSON in UTF-8)`);
}

function headOf(file: string): string {
  const head = Buffer.alloc(headBytes);
  const handle = openSync(file, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0)).toString("latin1");
  } finally {
    closeSync(handle);
  }
}

/** Some editors begin a JSON file with a byte order mark; it says nothing. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes;
}

/** The self-issued certificates of a PEM file, such as the response of `/pki/ca.crt`. Throws ArgumentError where there is none. */
export function rootsIn(file: string): Buffer[] {
  const blocks = readFileSync(file, "latin1").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const roots = blocks.map((pem) => readCertificate(file, pem)).filter(({ subject, issuer }) => subject === issuer);
  if (roots.length === 0) throw new ArgumentError(`${file} holds no root certificate (PEM)`);
  return roots.map(({ raw }) => raw);
}

function readCertificate(file: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ArgumentError(`${file} holds a certificate that cannot be read`);
  }
}
