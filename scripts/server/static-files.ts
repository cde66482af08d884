import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import send from "send";
import { codings, compressedTypes } from "@/scripts/bootstrap/compress.mjs";
import type { ApiRoute } from "./route-table";

/** Files below `folder`, at paths that begin with `prefix`. */
export interface StaticFolder {
  /** For example `/_next/static/`. */
  prefix: string;
  folder: string;
  /** Names change with the content, and no other path begins with the prefix. */
  isVersioned: boolean;
}

/**
 * Answers a request for a file of the folders, also for a missing one in a versioned folder. Returns false if it is for
 * anything else.
 */
export type AnswerStatic = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Sends the compressed form that the build stored beside a file (scripts/bootstrap/compress.mjs), if the client accepts
 * it. Next compresses a static file again for each request, and renders a page for a missing one.
 */
export function staticFiles(folders: readonly StaticFolder[]): AnswerStatic {
  const places = folders.map((place) => ({ ...place, names: filesIn(place.folder) }));
  return (request, response) => {
    const [url = ""] = (request.url ?? "").split("?");
    const place = places.find(
      ({ prefix, isVersioned, names }) =>
        url.startsWith(prefix) && (isVersioned || names.has(url.slice(prefix.length))),
    );
    if (!place) return Promise.resolve(false);
    const name = url.slice(place.prefix.length);
    const coding = codings.find(
      (coding) =>
        place.names.has(name + coding.extension) && accepts(request.headers["accept-encoding"] ?? "", coding.name),
    );
    return sendFile(request, response, { ...place, name, coding: coding ?? null });
  };
}

/** Names relative to the folder, with `/` on all systems. */
function filesIn(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  return new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
  );
}

/** RFC 9110 section 12.5.3. A client that accepts everything by `*` gets the file as it is. */
function accepts(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", weight = "1"] = part.trim().split(/\s*;\s*q=/);
    return name.toLowerCase() === coding && Number(weight) > 0;
  });
}

const yearMs = 31_536_000_000;

const headersOfFile = [
  "accept-ranges",
  "cache-control",
  "content-encoding",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
];

interface SentFile extends StaticFolder {
  name: string;
  coding: (typeof codings)[number] | null;
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, isVersioned, name, coding }: SentFile,
): Promise<boolean> {
  const caching = isVersioned ? { immutable: true, maxAge: yearMs } : { maxAge: 0 };
  const options = { root: folder, index: false, dotfiles: "ignore", ...caching } as const;
  return new Promise((resolve) => {
    // No such file, or a range that it does not have (RFC 9110 section 15.5.17).
    const refuse = (status: number): void => {
      for (const header of headersOfFile)
        if (status !== 416 || header !== "content-range") response.removeHeader(header);
      response.statusCode = status;
      response.end();
    };
    send(request, `/${name}${coding?.extension ?? ""}`, options)
      .on("headers", () => {
        response.setHeader("vary", "accept-encoding");
        if (!coding) return;
        response.setHeader("content-encoding", coding.name);
        response.setHeader("content-type", typeOf(name));
      })
      .on("error", ({ status }: { status?: number }) => refuse(status ?? 404))
      .on("directory", () => refuse(404))
      .pipe(response);
    response.once("close", () => resolve(true));
  });
}

function typeOf(name: string): string {
  const types: Record<string, string> = compressedTypes;
  return types[path.extname(name)] ?? "application/octet-stream";
}

/** The last one is the copy of `public/` that the build made, with compressed forms. */
export const staticFolders = (root: string): StaticFolder[] => [
  { prefix: "/_next/static/", folder: path.join(root, ".next", "static"), isVersioned: true },
  { prefix: "/pdfjs/", folder: path.join(root, "public", "pdfjs"), isVersioned: true },
  { prefix: "/", folder: path.join(root, ".next", "public"), isVersioned: false },
];

/** The files of `public/` as routes that can only be read. */
export function publicFiles(root: string): ApiRoute[] {
  return [...filesIn(path.join(root, "public"))].map((name) => ({
    method: "GET",
    path: `/${name.split("/").map(encodeURIComponent).join("/")}`,
  }));
}
