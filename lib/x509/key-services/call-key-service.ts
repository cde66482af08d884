import { createPublicKey, type KeyObject } from "node:crypto";
import { codeInCauses } from "@/lib/platform/errors";
import { objectIn, outgoing, readAnswer } from "@/lib/platform/telemetry/outgoing";
import { positiveInteger, sequence } from "@/lib/x509/der";
import { KeyServiceError } from "@/lib/x509/key-service-error";

/** Milliseconds for one attempt. A nearby service responds in 5 to 50 ms. */
const patience = 2_000;
const tries = 3;
const pauses = [200, 500];

interface KeyServiceCall {
  /** The service's name in errors: "AWS KMS". */
  service: string;
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Reads the service's own error code from an answer. No other text of the service reaches an error message. */
  codeOf: (answer: KeyServiceAnswer["json"]) => unknown;
}

interface KeyServiceAnswer {
  status: number;
  json: Record<string, unknown>;
}

/**
 * One call to the service that an operator configured. It is retried where that can help (no answer within 2 s, 429,
 * 5xx): three attempts, at most 7 s in all. Signing twice does no harm. Redirects are not followed, because the
 * credential would be sent along. Throws KeyServiceError for every answer other than 200.
 */
export async function callKeyService(call: KeyServiceCall): Promise<KeyServiceAnswer["json"]> {
  const answer = await askKeyService(call);
  if (answer.status === 200) return answer.json;
  throw refusalOf(call, answer);
}

function refusalOf({ service, codeOf }: KeyServiceCall, { status, json }: KeyServiceAnswer): KeyServiceError {
  return new KeyServiceError({ code: "refused", service, status, serviceCode: codeText(codeOf(json)) });
}

/** Like `callKeyService`, but returns every answer below 500 except 429. */
async function askKeyService(call: KeyServiceCall): Promise<KeyServiceAnswer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await outgoing("key_service", call.method, async (answered) => {
      const answer = await callOnce(call);
      answered(answer.status);
      return answer;
    }).catch((error: unknown) => reasonOf(call.service, error));
    const isFinal = !(outcome instanceof KeyServiceError) && outcome.status < 500 && outcome.status !== 429;
    if (isFinal) return outcome;
    if (attempt === tries) {
      if (outcome instanceof KeyServiceError) throw outcome;
      throw new KeyServiceError({ code: "unavailable", service: call.service, status: outcome.status });
    }
    await new Promise((resolve) => setTimeout(resolve, pauses[attempt - 1]));
  }
}

async function callOnce({ method, url, headers, body }: KeyServiceCall): Promise<KeyServiceAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { body }),
  });
  const text = await readAnswer(response, () => new RangeError("too long"));
  return { status: response.status, json: objectIn(text) };
}

/** Only the system's short code, such as ECONNREFUSED: messages of `fetch` may quote the address. */
function reasonOf(service: string, error: unknown): KeyServiceError {
  if (error instanceof Error && error.name === "TimeoutError")
    return new KeyServiceError({ code: "timeout", service, ms: patience });
  const systemCode = codeInCauses(error);
  return new KeyServiceError(
    systemCode === null ? { code: "answer_unreadable", service } : { code: "unreachable", service, systemCode },
  );
}

function codeText(code: unknown): string {
  return typeof code === "string" ? code.replace(/[^\w.#:/-]/g, "").slice(0, 80) : "";
}

/** Reads a member that must be a non-empty string. Throws KeyServiceError. */
export function textOf(service: string, json: Record<string, unknown>, member: string): string {
  const value = json[member];
  if (typeof value !== "string" || value === "") throw new KeyServiceError({ code: "member_missing", service, member });
  return value;
}

export function objectOf(json: Record<string, unknown>, member: string): Record<string, unknown> {
  const value = json[member];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Throws KeyServiceError when the service's key does not belong to the certificate. */
export function assertSameKey(service: string, found: KeyObject, expected: KeyObject): void {
  if (!found.equals(expected)) throw notItsKey(service);
}

export function notItsKey(service: string): KeyServiceError {
  return new KeyServiceError({ code: "other_key", service });
}

/** Throws KeyServiceError for an invalid public key. */
export function readPublicKey(service: string, input: Parameters<typeof createPublicKey>[0]): KeyObject {
  try {
    return createPublicKey(input);
  } catch {
    throw new KeyServiceError({ code: "answer_unreadable", service });
  }
}

const octets = 32;

/**
 * Encodes r and s of P-256, 32 octets each side by side (IEEE P1363), as an ECDSA-Sig-Value in DER (RFC 3279 section
 * 2.2.3). Throws KeyServiceError.
 */
export function derOfRaw(raw: Buffer): Buffer {
  if (raw.length !== 2 * octets) throw new KeyServiceError({ code: "signature_malformed" });
  const [r, s] = [raw.subarray(0, octets), raw.subarray(octets)];
  // FIPS 186-5 section 6.4.2: both are at least 1.
  for (const part of [r, s])
    if (part.every((octet) => octet === 0)) throw new KeyServiceError({ code: "signature_malformed" });
  return sequence(positiveInteger(r), positiveInteger(s));
}

export interface BearerToken {
  value: string;
  /** Seconds. */
  lifetime: number;
}

/** A token is replaced this many milliseconds before it expires. */
const margin = 60_000;

/**
 * Calls a service with a bearer token: GET without a body, or POST with a JSON body. Returns the result of
 * `callKeyService`.
 */
type BearerCaller = (url: string, body?: object) => Promise<Record<string, unknown>>;

/**
 * Makes a caller that fetches a token when it has no valid one, and again when the service refuses one. `codeName` is
 * the member of the error object that holds its code.
 */
export function bearerCaller(service: string, codeName: string, fetchToken: () => Promise<BearerToken>): BearerCaller {
  const token = cachedToken(fetchToken);
  return async (url, body) => {
    const request = async (): Promise<KeyServiceCall> => ({
      service,
      method: body === undefined ? "GET" : "POST",
      url,
      headers: {
        authorization: `Bearer ${await token.get()}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      codeOf: (json) => objectOf(json, "error")[codeName],
    });
    const first = await request();
    const answer = await askKeyService(first);
    if (answer.status === 200) return answer.json;
    if (answer.status !== 401) throw refusalOf(first, answer);
    token.forget();
    return callKeyService(await request());
  };
}

/** Keeps a token until a minute before it expires. After `forget`, the next call fetches another. */
function cachedToken(fetchToken: () => Promise<BearerToken>): { get(): Promise<string>; forget(): void } {
  let cached: { token: Promise<BearerToken>; until: number } | null = null;
  const fetchAndKeep = (): Promise<BearerToken> => {
    const entry = { token: fetchToken(), until: Number.POSITIVE_INFINITY };
    cached = entry;
    entry.token.then(
      ({ lifetime }) => (entry.until = performance.now() + lifetime * 1000 - margin),
      () => cached === entry && (cached = null),
    );
    return entry.token;
  };
  return {
    async get() {
      const token = cached && cached.until > performance.now() ? cached.token : fetchAndKeep();
      return (await token).value;
    },
    forget: () => (cached = null),
  };
}

/** Reads the token of an OAuth 2.0 answer (RFC 6749 section 5.1). */
export function readToken(service: string, json: Record<string, unknown>): BearerToken {
  const { access_token: value, expires_in: lifetime, token_type: type } = json;
  if (typeof value !== "string" || typeof type !== "string" || type.toLowerCase() !== "bearer")
    throw new KeyServiceError({ code: "member_missing", service, member: "access_token" });
  return { value, lifetime: typeof lifetime === "number" || typeof lifetime === "string" ? Number(lifetime) || 0 : 0 };
}
