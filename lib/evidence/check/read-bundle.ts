import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";

/** The bundle is somebody's file: its zip is not what it claims to be. */
export class BundleError extends Error {}

/** Where the parts of a bundle lie now. */
export interface UnpackedBundle {
  "document.pdf"?: string;
  "evidence.pdf"?: string;
  "chain.json"?: string;
  "certificates.pem"?: string;
  "README.txt"?: string;
  /** Not in bundles of earlier versions. */
  "closing.json"?: string;
  "closing.p7s"?: string;
}

const mebibyte = 1024 * 1024;
/** The most that each part may hold unpacked. Nothing else is unpacked, so that no name of a stranger's becomes a path. */
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
const mostEntries = 32;

/** Unpacks the known parts into `folder`; the name of anything else is told to `onForeign`, and it is not read. Throws BundleError for what is no zip, a zip of too many or too large parts, or one that names a part twice. */
export async function readBundle(
  file: string,
  folder: string,
  onForeign: (name: string) => void = () => undefined,
): Promise<UnpackedBundle> {
  const zip = await openZip(file);
  try {
    if (zip.entryCount > mostEntries) throw new BundleError(`it holds ${zip.entryCount} files`);
    const unpacked: UnpackedBundle = {};
    for await (const entry of zip.eachEntry()) {
      const name = knownName(entry.fileName);
      if (name === null) {
        onForeign(entry.fileName);
        continue;
      }
      if (unpacked[name] !== undefined) throw new BundleError(`it holds two files called ${name}`);
      unpacked[name] = await unpack(zip, entry, name, folder);
    }
    return unpacked;
  } catch (error) {
    throw error instanceof BundleError
      ? error
      : new BundleError(error instanceof Error ? error.message : "it cannot be read");
  } finally {
    zip.close();
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, {
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: true,
      autoClose: false,
    });
  } catch (error) {
    throw new BundleError(error instanceof Error ? error.message : "it is no zip");
  }
}

function knownName(name: string): keyof UnpackedBundle | null {
  return Object.hasOwn(largest, name) ? (name as keyof UnpackedBundle) : null;
}

/** yauzl ends the stream when more comes out than the entry says. */
async function unpack(zip: ZipFile, entry: Entry, name: keyof UnpackedBundle, folder: string): Promise<string> {
  if (entry.uncompressedSize > largest[name])
    throw new BundleError(`${name} is larger than ${largest[name] / mebibyte} MiB`);
  if (entry.isEncrypted()) throw new BundleError(`${name} is encrypted`);
  const target = path.join(folder, name);
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: "wx" }));
  return target;
}
