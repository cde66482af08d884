import { createHash } from "node:crypto";
import type { ZodType } from "zod";
import type { Operation } from "@/lib/api/operation";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { Limits } from "@/lib/limits";
import { chunksOf, readCapped, refuseEncoding } from "./body-limits";
import { isSmall, withLargeBody } from "./large-body";
import { readOcspBody } from "./read-ocsp-body";
import { readPdfBody, withStagedPdf } from "./read-pdf-body";
import { parseStrictJson } from "./strict-json";
import { validationFailed } from "./violations";

type BodyRules = Pick<Operation, "body" | "bodyKind" | "bodyOptional">;

/** `sha256` is of the body as it arrived; of a document, of the bytes and the name that it came with. */
type Work<T> = (body: unknown, sha256: () => string) => Promise<T>;

/** Works with the body as the operation's schema makes it. Throws 400, 413, 415, 422 or 503 of docs/spec/api.md#errors, and what `work` throws. */
export async function withBody<T>(
  rules: BodyRules,
  request: Request,
  ctx: Pick<Ctx, "limits" | "blobs">,
  work: Work<T>,
): Promise<T> {
  const { limits } = ctx;
  if (rules.bodyKind === "pdf") return withPdf(request, ctx, work);
  if (rules.bodyKind !== "json-with-file") {
    const { body, bytes } = await readBody(rules, request, limits);
    return work(body, () => sha256(bytes));
  }
  refuseNotJson(rules, request);
  const workWith = (bytes: Buffer): Promise<T> => work(parseBody(rules, request, bytes, limits), () => sha256(bytes));
  const maxBytes = limits.jsonBodyWithFileBytes;
  if (isSmall(request)) return workWith(await readCapped(request, maxBytes));
  return withLargeBody(ctx, chunksOf(request, maxBytes), maxBytes, workWith);
}

/** A document goes to its operation as it arrives, unless it must be known whole before anything is done. */
async function withPdf<T>(
  request: Request,
  { blobs, limits }: Pick<Ctx, "limits" | "blobs">,
  work: Work<T>,
): Promise<T> {
  const body = await readPdfBody(request, limits.pdfStreamedBytes);
  if (!request.headers.has("idempotency-key")) return work(body, () => "");
  return withStagedPdf(blobs, body, limits.pdfStreamedBytes, work);
}

async function readBody(
  rules: BodyRules,
  request: Request,
  limits: Limits,
): Promise<{ body: unknown; bytes: Uint8Array }> {
  if (rules.bodyKind === "ocsp") return { body: await readOcspBody(request), bytes: noBytes };
  if (!rules.body) return { body: {}, bytes: await refuseForeignBody(request, limits) };
  refuseNotJson(rules, request);
  const bytes = await readCapped(request, limits.jsonBodyBytes);
  return { body: parseBody(rules, request, bytes, limits), bytes };
}

const noBytes = new Uint8Array();

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function refuseNotJson({ bodyOptional }: BodyRules, request: Request): void {
  if (!isJson(request) && !(bodyOptional && !request.headers.has("content-type"))) throw notJson();
  refuseEncoding(request);
}

function parseBody({ body, bodyOptional }: BodyRules, request: Request, bytes: Buffer, limits: Limits): unknown {
  if (!body) return {};
  if (bytes.length === 0 && bodyOptional) return parseWith(body, {});
  if (!isJson(request)) throw notJson();
  return parseWith(body, parseStrictJson(bytes, limits.jsonDepth));
}

/** An operation that needs no body takes an empty one, or well-formed JSON that it has no use for; a form from a foreign page is refused. */
async function refuseForeignBody(request: Request, limits: Limits): Promise<Uint8Array> {
  if (request.method === "GET" || request.body === null) return noBytes;
  const bytes = await readCapped(request, limits.jsonBodyBytes);
  if (bytes.length === 0) return bytes;
  if (!isJson(request)) throw notJson();
  refuseEncoding(request);
  parseStrictJson(bytes, limits.jsonDepth);
  return bytes;
}

function parseWith(schema: ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailed(parsed.error.issues, value);
  return parsed.data;
}

/** `application/json`, in UTF-8. */
function isJson(request: Request): boolean {
  return /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(request.headers.get("content-type") ?? "");
}

function notJson(): DomainError {
  return new DomainError("unsupported_media_type", { detail: "Send the body as application/json" });
}
