import type { Credential, TriedCall } from "./tried-call";

export interface TriedAnswer {
  status: number;
  ms: number;
  headers: [string, string][];
  type: string;
  size: number;
  /** Indented where it is JSON; null where the answer is bytes or nothing. */
  text: string | null;
  /** Where this page's memory holds the bytes; to be revoked. */
  url: string | null;
}

const isText = /json|text|xml|x-pem-file/;

/** Sends it for real. Only the session's own choice lets the cookie go along. Rejects when no answer comes. */
export async function sendCall({ method, path, headers, body, credential }: TriedCall): Promise<TriedAnswer> {
  const startedAt = performance.now();
  const response = await fetch(path, {
    method,
    credentials: credential.kind === "session" ? "same-origin" : "omit",
    headers: { ...headers, ...authorization(credential) },
    ...(body === null ? {} : { body }),
  });
  const bytes = await response.blob();
  const type = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
    headers: [...response.headers.entries()],
    type,
    size: bytes.size,
    text: bytes.size > 0 && isText.test(type) ? indented(await bytes.text(), type) : null,
    url: bytes.size > 0 && !isText.test(type) ? URL.createObjectURL(bytes) : null,
  };
}

function authorization(credential: Credential): Record<string, string> {
  if (credential.kind === "token") return { Authorization: `Bearer ${credential.token.trim()}` };
  if (credential.kind !== "password") return {};
  const bytes = new TextEncoder().encode(`${credential.email}:${credential.password}`);
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

function indented(text: string, type: string): string {
  if (!type.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
