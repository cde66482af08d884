import type { ParameterView } from "./operation-view";

export type Credential =
  | { kind: "session" }
  | { kind: "token"; token: string }
  | { kind: "password"; email: string; password: string }
  | { kind: "nobody" };

/** What "Try it" sends. */
export interface TriedCall {
  method: string;
  /** From the root, with its query. */
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
  /** By place and name. Empty ones are left out. */
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

/** The same call as a line for a shell; secrets are named, never written out. */
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
