import { readFile } from "node:fs/promises";
import { core, type ZodType } from "zod";
import type { Operation } from "@/lib/api/operations/operation";
import {
  fileMediaTypes,
  maxOcspRequestBytes,
  maxReportBytes,
  type PdfBody,
  type RawBody,
} from "@/lib/api/operations/request-bodies";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import type { Limits } from "@/lib/platform/limits";
import { withDocumentBody } from "./read-document-body";
import { chunksOf, readCapped, readPdfBody, refuseEncoding, withStagedPdf } from "./read-pdf-body";
import { parseStrictJson } from "./strict-json";
import { defaultText, maxViolations, toPointer, validationFailed } from "./violations";

/** A limited number of slots for memory-intensive work. */
interface Places {
  /** Runs `work` once a slot is free, and releases it afterwards. Throws `unavailable` if none became free in time. */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

/** First come, first served. No caller waits longer than `patienceMs`. */
export function makePlaces({ count, patienceMs }: { count: number; patienceMs: number }): Places {
  const waiting: (() => void)[] = [];
  let free = count;
  const take = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const serve = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(serve), 1);
        reject(new DomainError("unavailable", { detail: "Too many large requests at once. Try again in a moment." }));
      }, patienceMs);
      waiting.push(serve);
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    hold: async (work) => {
      await take();
      return work().finally(leave);
    },
  };
}

type BodyRules = Pick<Operation, "body" | "bodyKind" | "bodyOptional">;

/** `sha256` covers the body as received or, for a document, its bytes and its name in the form. */
type Work<T> = (body: unknown, sha256: () => string) => Promise<T>;

/**
 * Passes the body, parsed by the operation's schema, to `work`. Throws 400, 413, 415, 422 or 503 of
 * docs/spec/api.md#errors, and what `work` throws.
 */
export async function withBody<T>(
  rules: BodyRules,
  request: Request,
  ctx: Pick<Ctx, "limits" | "blobs">,
  work: Work<T>,
): Promise<T> {
  const { limits } = ctx;
  if (rules.bodyKind === "pdf")
    return withStreamed(request, ctx, { maxBytes: limits.pdfStreamedBytes, mediaTypes: ["application/pdf"] }, work);
  if (rules.bodyKind === "document")
    return withDocumentBody(request, ctx, (body) => workStaged(request, ctx, body, limits.pdfStreamedBytes, work));
  if (rules.bodyKind === "file")
    return withStreamed(request, ctx, { maxBytes: limits.attachmentBytes, mediaTypes: fileMediaTypes }, work);
  if (rules.bodyKind !== "json-with-file") {
    const { body, bytes } = await readBody(rules, request, limits);
    return work(body, () => sha256Hex(bytes));
  }
  refuseNotJson(rules, request);
  const workWith = (bytes: Buffer): Promise<T> =>
    work(parseBody(rules, request, bytes, limits), () => sha256Hex(bytes));
  const maxBytes = limits.jsonBodyWithFileBytes;
  if (isSmall(request)) return workWith(await readCapped(request, maxBytes));
  return withLargeBody(ctx, chunksOf(request, maxBytes), maxBytes, workWith);
}

/** A document or attachment is streamed to its operation, unless its hash must be known first. */
async function withStreamed<T>(
  request: Request,
  ctx: Pick<Ctx, "blobs">,
  rules: { maxBytes: number; mediaTypes: readonly string[] },
  work: Work<T>,
): Promise<T> {
  return workStaged(request, ctx, await readPdfBody(request, rules), rules.maxBytes, work);
}

async function workStaged<T>(
  request: Request,
  { blobs }: Pick<Ctx, "blobs">,
  body: PdfBody,
  maxBytes: number,
  work: Work<T>,
): Promise<T> {
  if (!request.headers.has("idempotency-key")) return work(body, () => "");
  return withStagedPdf(blobs, body, maxBytes, work);
}

async function readBody(
  rules: BodyRules,
  request: Request,
  limits: Limits,
): Promise<{ body: unknown; bytes: Uint8Array }> {
  if (rules.bodyKind === "signed-json" || rules.bodyKind === "mail") return readRawBody(rules.bodyKind, request);
  if (rules.bodyKind === "ocsp") return { body: await readOcspBody(request), bytes: noBytes };
  if (!rules.body) return { body: {}, bytes: await refuseForeignBody(request, limits) };
  refuseNotJson(rules, request);
  const bytes = await readCapped(request, limits.jsonBodyBytes);
  return { body: parseBody(rules, request, bytes, limits), bytes };
}

const noBytes = new Uint8Array();

function refuseNotJson({ bodyOptional }: BodyRules, request: Request): void {
  if (!isJson(request) && !(bodyOptional && !request.headers.has("content-type"))) throw notJson();
  refuseEncoding(request);
}

function parseBody({ body, bodyOptional }: BodyRules, request: Request, bytes: Buffer, limits: Limits): unknown {
  if (!body) return {};
  if (bytes.length === 0 && bodyOptional) return parseWith(body, {});
  if (!isJson(request)) throw notJson();
  const value = parseStrictJson(bytes, limits.jsonDepth, limits.jsonValues, jsonTextBytes);
  // Zod checks every entry of a list before the list's length, and a wrong entry takes as long as fifty right ones.
  assertShortLists(value, Math.max(mostEntries, limits.elementsPerFile));
  return parseWith(body, value);
}

/**
 * An operation that needs no body accepts an empty one or well-formed JSON, which it ignores. A form from another
 * site's page is rejected.
 */
async function refuseForeignBody(request: Request, limits: Limits): Promise<Uint8Array> {
  if (request.method === "GET" || request.body === null) return noBytes;
  const bytes = await readCapped(request, limits.jsonBodyBytes);
  if (bytes.length === 0) return bytes;
  if (!isJson(request)) throw notJson();
  refuseEncoding(request);
  parseStrictJson(bytes, limits.jsonDepth, limits.jsonValues, jsonTextBytes);
  return bytes;
}

/** Limit for a JSON body without its files. 2000 fields with long texts take half of it. */
export const jsonTextBytes = 8 * 2 ** 20;

/** No operation accepts a longer list, unless an operator allows documents more fields. */
export const mostEntries = 2000;

/** Throws `validation_failed` with `too_many` for the first list or object with more than `most` entries. */
function assertShortLists(value: unknown, most: number, path: readonly string[] = []): void {
  if (typeof value !== "object" || value === null) return;
  const names = Object.keys(value);
  if (names.length > most) {
    const pointer = toPointer(path);
    throw invalid(pointer, "too_many", `${memberName(pointer)} needs at most ${most} items`, most);
  }
  for (const name of names) assertShortLists((value as Record<string, unknown>)[name], most, [...path, name]);
}

/**
 * Like `safeParse`, but describes only the findings that the response lists, because describing them takes longer than
 * finding them.
 */
function parseWith(schema: ZodType, value: unknown): unknown {
  const settings = { async: false, error: defaultText };
  const { value: data, issues } = run(schema, value, settings);
  if (issues.length === 0) return data;
  const described = issues
    .slice(0, maxViolations)
    .map((issue) => core.util.finalizeIssue(issue, settings, core.config()));
  throw validationFailed(described, value);
}

/** Zod passes its findings as arguments, of which a call can have about 100,000. */
function run(schema: ZodType, value: unknown, settings: core.ParseContextInternal): core.ParsePayload {
  try {
    const payload = schema._zod.run({ value, issues: [] }, settings);
    if (payload instanceof Promise) throw new core.$ZodAsyncError();
    return payload;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError("validation_failed", {
      detail: "The body has more mistakes than can be listed.",
      cause: error,
    });
  }
}

/** `application/json`, in UTF-8. */
function isJson(request: Request): boolean {
  return /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(request.headers.get("content-type") ?? "");
}

function notJson(): DomainError {
  return new DomainError("unsupported_media_type", { detail: "Send the body as application/json." });
}

/** The bytes covered by a signature, unparsed. Throws `unsupported_media_type`, `too_large`. */
async function readRawBody(
  kind: "signed-json" | "mail",
  request: Request,
): Promise<{ body: RawBody; bytes: Uint8Array }> {
  if (kind === "signed-json" && !isJson(request)) throw notJson();
  if (kind === "mail" && !/^\s*message\/rfc822\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new DomainError("unsupported_media_type", { detail: "Send the body as message/rfc822." });
  refuseEncoding(request);
  const bytes = await readCapped(request, maxReportBytes);
  return { body: { bytes, header: (name) => request.headers.get(name) }, bytes };
}

/** DER, as RFC 6960 appendix A.1 sends it. Throws `unsupported_media_type`, `too_large`. */
async function readOcspBody(request: Request): Promise<Uint8Array> {
  if (!/^\s*application\/ocsp-request\s*$/i.test(request.headers.get("content-type") ?? "")) {
    throw new DomainError("unsupported_media_type", { detail: "Send the body as application/ocsp-request." });
  }
  refuseEncoding(request);
  return readCapped(request, maxOcspRequestBytes);
}

/** Smaller bodies are held in memory. */
const smallBytes = 1024 * 1024;

/**
 * A body of 35 MiB takes about 100 MB of memory until its operation is done: its bytes, its text, and derived data.
 * With two at once the process stays below 512 MB. Further ones wait with their body on disk.
 */
const places = makePlaces({ count: 2, patienceMs: 10_000 });

/** Whether it declares a small length. Without a declared length it may be large. */
function isSmall(request: Request): boolean {
  const declared = request.headers.get("content-length");
  return declared !== null && Number(declared) <= smallBytes;
}

/**
 * Receives a body on disk at the client's pace, without holding a slot, then processes it once a slot is free. Throws
 * `unavailable` if none became free in time, `storage_full`, and what the source and `work` throw.
 */
async function withLargeBody<T>(
  { blobs }: Pick<Ctx, "blobs">,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const received = await blobs.receive(chunks, { maxBytes });
  try {
    // No `await` in between: a suspended function would retain the bytes until the work is done.
    return await places.hold(() => readFile(received.path).then(work));
  } finally {
    await received.discard();
  }
}
