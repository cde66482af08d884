import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Media types of the static files that are stored compressed, by extension. */
export const compressedTypes = {
  ".css": "text/css; charset=utf-8",
  ".icc": "application/vnd.iccprofile",
  ".json": "application/json; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** Stored beside the file, with this extension added. The first one that a browser accepts is sent. */
export const codings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
];

const compress = {
  // The highest quality takes fifty times as long for a tenth less.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        // The default window allocates 4 MB for each file.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length + 16)))),
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Below this size, a compressed file takes as many packets as the file itself. */
const smallest = 1024;

/**
 * Writes a Brotli and a gzip form beside every file of a folder, so that the server need not compress it for every
 * request. Skips files that have them: the folder is new, or names in it change with the content.
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => path.extname(file) in compressedTypes && statSync(file).size >= smallest);
  await Promise.all(
    files.flatMap((file) =>
      codings
        .filter(({ extension }) => !existsSync(file + extension))
        .map(({ name, extension }) => writeCompressed(file, file + extension, compress[name])),
    ),
  );
}

/** Renamed at the end, so that an interrupted build leaves no half of a file under its final name. */
async function writeCompressed(from, to, shrink) {
  const temporary = `${to}.${process.pid}`;
  await writeFile(temporary, await shrink(await readFile(from)));
  await rename(temporary, to);
}
