import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import {
  attachmentEntryPattern,
  envelopeEntryPattern,
  envelopeOriginalPattern,
  originalEntryPattern,
} from "@/lib/evidence/bundle-entries";
import { readZipLayout, ZipLayoutError, type ZipEntry, type ZipLayoutProblem } from "./zip-layout";

/** `name` is that of the entry, `most` its limit in bytes. */
export type BundleProblem =
  | ZipLayoutProblem
  | { code: "entry_too_large"; name: string; most: number }
  | { code: "entry_damaged"; name: string }
  | { code: "unreadable"; detail: string };

/** The bundle is untrusted input, and its zip is not valid. */
export class BundleError extends Error {
  constructor(readonly problem: BundleProblem) {
    super(problem.code);
    this.name = "BundleError";
  }
}

/** The unpacked parts of a bundle. */
export interface UnpackedBundle {
  "document.pdf"?: string;
  "evidence.pdf"?: string;
  "chain.json"?: string;
  "certificates.pem"?: string;
  "README.txt"?: string;
  /** Missing in bundles of earlier versions. */
  "closing.json"?: string;
  "closing.p7s"?: string;
}

const mebibyte = 1024 * 1024;
/** The maximum unpacked size of each part. Nothing else is unpacked, so that no untrusted name becomes a path. */
const largest: Record<keyof UnpackedBundle, number> = {
  "document.pdf": 1024 * mebibyte,
  "evidence.pdf": 64 * mebibyte,
  "chain.json": 64 * mebibyte,
  "certificates.pem": mebibyte,
  "README.txt": mebibyte,
  "closing.json": mebibyte,
  "closing.p7s": mebibyte,
};
export const bundleParts = Object.keys(largest) as readonly (keyof UnpackedBundle)[];
const largestAttachment = 256 * mebibyte;
const mostEntries = 320;
const attachmentPatterns = [attachmentEntryPattern, originalEntryPattern, envelopeOriginalPattern];

/**
 * Unpacks the known parts, attachments, the originals of converted documents and files of an envelope into `folder`.
 * Any other entry is not read, and its name is passed to `onForeign`. Throws BundleError for a file that is not a zip,
 * for a zip that programs read in different ways, and for too many or too large parts.
 */
export async function readBundle(
  file: string,
  folder: string,
  onForeign: (name: string) => void = () => undefined,
  onAttachment: (name: string, path: string) => void = () => undefined,
  onFile: (name: string, path: string) => void = () => undefined,
): Promise<UnpackedBundle> {
  try {
    const entries = readZipLayout(file, mostEntries);
    const unpacked: UnpackedBundle = {};
    for (const entry of entries) {
      if (attachmentPatterns.some((pattern) => pattern.test(entry.name))) {
        onAttachment(entry.name, await unpackNamed(file, entry, folder, largestAttachment));
        continue;
      }
      if (envelopeEntryPattern.test(entry.name)) {
        const most = largest[entry.name.endsWith(".pdf") ? "document.pdf" : "chain.json"];
        onFile(entry.name, await unpackNamed(file, entry, folder, most));
        continue;
      }
      const name = knownName(entry.name);
      if (name === null) {
        onForeign(Buffer.from(entry.name, "latin1").toString());
        continue;
      }
      unpacked[name] = await unpack(file, entry, name, folder);
    }
    return unpacked;
  } catch (error) {
    throw error instanceof BundleError ? error : new BundleError(problemOf(error));
  }
}

function problemOf(error: unknown): BundleProblem {
  if (error instanceof ZipLayoutError) return error.problem;
  return { code: "unreadable", detail: error instanceof Error ? error.message : String(error) };
}

function knownName(name: string): keyof UnpackedBundle | null {
  return Object.hasOwn(largest, name) ? (name as keyof UnpackedBundle) : null;
}

async function unpack(file: string, entry: ZipEntry, name: keyof UnpackedBundle, folder: string): Promise<string> {
  checkSize(entry, largest[name]);
  const target = path.join(folder, name);
  await writeEntry(file, entry, target);
  return target;
}

async function unpackNamed(file: string, entry: ZipEntry, folder: string, most: number): Promise<string> {
  checkSize(entry, most);
  const target = path.join(folder, entry.name.replace("/", "-"));
  await writeEntry(file, entry, target);
  return target;
}

function checkSize({ name, size }: ZipEntry, most: number): void {
  if (size > most) throw new BundleError({ code: "entry_too_large", name, most });
}

/** The compressed data must end where the entry ends. Some programs would show the data after it. */
async function writeEntry(
  file: string,
  { name, offset, packed, size, crc, isDeflated }: ZipEntry,
  target: string,
): Promise<void> {
  const source = packed === 0 ? Readable.from([]) : createReadStream(file, { start: offset, end: offset + packed - 1 });
  const inflate = isDeflated ? createInflateRaw() : new PassThrough();
  let [sum, length] = [0, 0];
  const count = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      [sum, length] = [crc32(chunk, sum), length + chunk.length];
      callback(length > size ? new BundleError({ code: "entry_damaged", name }) : null, chunk);
    },
  });
  await pipeline(source, inflate, count, createWriteStream(target, { flags: "wx" }));
  const isComplete = length === size && (!("bytesWritten" in inflate) || inflate.bytesWritten === packed);
  if (!isComplete || sum !== crc) throw new BundleError({ code: "entry_damaged", name });
}
