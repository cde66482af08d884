import type { ParameterView } from "./operation-view";

export type Credential =
  | { kind: "session" }
  | { kind: "token"; token: string }
  | { kind: "password"; email: string; password: string }
  | { kind: "nobody" };

/** The request that "Try it" sends. */
interface TriedCall {
  method: string;
  /** From the root, with its query string. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Blob | null;
  credential: Credential;
}

interface Filled {
  method: string;
  path: string;
  isBelowBase: boolean;
  parameters: readonly ParameterView[];
  /** By location and name. Empty values are left out. */
  values: Readonly<Record<string, string>>;
  body: { type: string; content: string | Blob } | null;
  credential: Credential;
}

export function valueKey({ place, name }: Pick<ParameterView, "place" | "name">): string {
  return `${place} ${name}`;
}

export function callOf({ method, path, isBelowBase, parameters, values, body, credential }: Filled): TriedCall {
  const given = parameters
    .map((parameter) => ({ ...parameter, value: values[valueKey(parameter)]?.trim() ?? "" }))
    .filter(({ value }) => value !== "");
  const inPath = given
    .filter(({ place }) => place === "path")
    .reduce((built, { name, value }) => built.replace(`{${name}}`, encodeURIComponent(value)), path);
  const query = new URLSearchParams(
    given.filter(({ place }) => place === "query").map(({ name, value }) => [name, value]),
  ).toString();
  return {
    method,
    path: `${isBelowBase ? "/api/v1" : ""}${inPath}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...Object.fromEntries(given.filter(({ place }) => place === "header").map(({ name, value }) => [name, value])),
      ...(body ? { "Content-Type": body.type } : {}),
    },
    body: body?.content ?? null,
    credential,
  };
}

/** The call as a curl command. Secrets appear as variable names, never as values. */
export function curlOf({ method, path, headers, body, credential }: TriedCall, origin: string): string {
  const who = {
    session: `-u "$EMAIL:$PASSWORD"`,
    password: `-u "$EMAIL:$PASSWORD"`,
    token: `-H "Authorization: Bearer $TOKEN"`,
    nobody: "",
  }[credential.kind];
  return [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(who === "" ? [] : [who]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [typeof body === "string" ? `--data-raw ${quoted(body)}` : "--data-binary @document.pdf"]),
    quoted(origin + path),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface TriedAnswer {
  status: number;
  ms: number;
  headers: [string, string][];
  type: string;
  size: number;
  /** Indented if it is JSON; null if the body is binary or empty. */
  text: string | null;
  /** Object URL of the bytes, to be revoked. */
  url: string | null;
}

const isText = /json|text|xml|x-pem-file/;

/** Sends the call. The cookie goes along only if the session is the chosen credential. Rejects if no answer comes. */
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
