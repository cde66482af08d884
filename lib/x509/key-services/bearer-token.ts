import { KeyServiceError } from "@/lib/x509/signing-key";
import { askKeyService, callKeyService, objectOf, refusalOf, type KeyServiceCall } from "./call-key-service";

export interface BearerToken {
  value: string;
  /** Seconds. */
  lifetime: number;
}

/** So long before its end a token is replaced, in milliseconds. */
const margin = 60_000;

/** Calls a service with a bearer token: GET without a body, POST with one, in JSON. Returns the result of `callKeyService`. */
export type BearerCaller = (url: string, body?: object) => Promise<Record<string, unknown>>;

/** A caller that fetches a token where it has none that holds, and once more when one is refused. `codeName`: the error's member with its code. */
export function bearerCaller(service: string, codeName: string, fetchToken: () => Promise<BearerToken>): BearerCaller {
  const token = keptToken(fetchToken);
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

/** Keeps a token until a minute before it ends; `forget` makes the next call fetch another. */
function keptToken(fetchToken: () => Promise<BearerToken>): { get(): Promise<string>; forget(): void } {
  let kept: { token: Promise<BearerToken>; until: number } | null = null;
  const fetchAndKeep = (): Promise<BearerToken> => {
    const entry = { token: fetchToken(), until: Number.POSITIVE_INFINITY };
    kept = entry;
    entry.token.then(
      ({ lifetime }) => (entry.until = performance.now() + lifetime * 1000 - margin),
      () => kept === entry && (kept = null),
    );
    return entry.token;
  };
  return {
    async get() {
      const token = kept && kept.until > performance.now() ? kept.token : fetchAndKeep();
      return (await token).value;
    },
    forget: () => (kept = null),
  };
}

/** The token of an OAuth 2.0 answer (RFC 6749 section 5.1). */
export function readToken(service: string, json: Record<string, unknown>): BearerToken {
  const { access_token: value, expires_in: lifetime, token_type: type } = json;
  if (typeof value !== "string" || typeof type !== "string" || type.toLowerCase() !== "bearer")
    throw new KeyServiceError(`${service} answered without an access token`);
  return { value, lifetime: typeof lifetime === "number" || typeof lifetime === "string" ? Number(lifetime) || 0 : 0 };
}
