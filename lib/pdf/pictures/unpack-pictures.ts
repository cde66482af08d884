import { writeFileSync } from "node:fs";
import { PdfError } from "@/lib/pdf/errors";
import { ZipError, ZipReader } from "@/lib/platform/zip/zip-directory";

interface Unpacking {
  /** `${outputPrefix}-0`, and so on. */
  outputPrefix: string;
  mostPictures: number;
  /** Of all together. */
  maxBytes: number;
}

/** Unpacks a zip of pictures in the order of its directory. No name in it becomes a path. Throws PdfError `too_large`, `picture_damaged`. */
export function unpackPictures(file: string, { outputPrefix, mostPictures, maxBytes }: Unpacking): { files: string[] } {
  try {
    return ZipReader.with(file, (zip) => {
      const entries = zip.entries();
      if (entries.length > mostPictures) throw new PdfError("too_large", `${entries.length} pictures`);
      let left = maxBytes;
      const files = entries.map((entry, index) => {
        const bytes = zip.read(entry, left);
        left -= bytes.length;
        const path = `${outputPrefix}-${index}`;
        writeFileSync(path, bytes, { mode: 0o600 });
        return path;
      });
      return { files };
    });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new PdfError(error.code === "too_large" ? "too_large" : "picture_damaged", `zip: ${error.code}`);
  }
}
