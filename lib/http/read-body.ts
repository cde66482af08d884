import type { ZodType } from "zod";
import type { Operation } from "@/lib/api/operation";
import { DomainError } from "@/lib/errors";
import type { Limits } from "@/lib/limits";
import { readCapped, refuseEncoding } from "./body-limits";
import { readOcspBody } from "./read-ocsp-body";
import { readPdfBody } from "./read-pdf-body";
import { parseStrictJson } from "./strict-json";
import { validationFailed } from "./violations";

type BodyRules = Pick<Operation, "body" | "bodyKind" | "bodyOptional">;

/** The body as the operation's schema makes it. Throws 400, 413, 415 or 422 of API.md section 1. */
export async function readBody(rules: BodyRules, request: Request, limits: Limits): Promise<unknown> {
  if (rules.bodyKind === "pdf") return readPdfBody(request, limits.pdfStreamedBytes);
  if (rules.bodyKind === "ocsp") return readOcspBody(request);
  if (!rules.body) {
    await refuseForeignBody(request, limits);
    return {};
  }
  if (!isJson(request) && !(rules.bodyOptional && !request.headers.has("content-type"))) throw notJson();
  refuseEncoding(request);
  const maxBytes = rules.bodyKind === "json-with-file" ? limits.jsonBodyWithFileBytes : limits.jsonBodyBytes;
  const bytes = await readCapped(request, maxBytes);
  if (bytes.length === 0 && rules.bodyOptional) return parseWith(rules.body, {});
  if (!isJson(request)) throw notJson();
  return parseWith(rules.body, parseStrictJson(bytes, limits.jsonDepth));
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
