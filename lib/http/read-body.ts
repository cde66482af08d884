import type { ZodType } from "zod";
import type { Operation } from "@/lib/api/operation";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { Limits } from "@/lib/limits";
import { chunksOf, readCapped, refuseEncoding } from "./body-limits";
import { isSmall, withLargeBody } from "./large-body";
import { readOcspBody } from "./read-ocsp-body";
import { readPdfBody } from "./read-pdf-body";
import { parseStrictJson } from "./strict-json";
import { validationFailed } from "./violations";

type BodyRules = Pick<Operation, "body" | "bodyKind" | "bodyOptional">;

/** Works with the body as the operation's schema makes it. Throws 400, 413, 415, 422 or 503 of API.md section 1, and what `work` throws. */
export async function withBody<T>(rules: BodyRules, request: Request, ctx: Pick<Ctx, "limits" | "blobs">, work: (body: unknown) => Promise<T>): Promise<T> {
  const { limits } = ctx;
  if (rules.bodyKind !== "json-with-file") return work(await readBody(rules, request, limits));
  refuseNotJson(rules, request);
  const workWith = (bytes: Buffer): Promise<T> => work(parseBody(rules, request, bytes, limits));
  const maxBytes = limits.jsonBodyWithFileBytes;
  if (isSmall(request)) return workWith(await readCapped(request, maxBytes));
  return withLargeBody(ctx, chunksOf(request, maxBytes), maxBytes, workWith);
}

async function readBody(rules: BodyRules, request: Request, limits: Limits): Promise<unknown> {
  if (rules.bodyKind === "pdf") return readPdfBody(request, limits.pdfStreamedBytes);
  if (rules.bodyKind === "ocsp") return readOcspBody(request);
  if (!rules.body) {
    await refuseForeignBody(request, limits);
    return {};
  }
  refuseNotJson(rules, request);
  return parseBody(rules, request, await readCapped(request, limits.jsonBodyBytes), limits);
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
async function refuseForeignBody(request: Request, limits: Limits): Promise<void> {
  if (request.method === "GET" || request.body === null) return;
  const bytes = await readCapped(request, limits.jsonBodyBytes);
  if (bytes.length === 0) return;
  if (!isJson(request)) throw notJson();
  refuseEncoding(request);
  parseStrictJson(bytes, limits.jsonDepth);
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
