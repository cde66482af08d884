import { complaintAboutRefusal } from "./problem-documents";

export interface Person {
  email: string;
  password: string;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

interface CallOptions {
  as?: Person | string | null;
  json?: unknown;
  body?: Uint8Array;
  type?: string;
  headers?: Record<string, string>;
}

export interface ApiClient {
  origin: string;
  call<Body = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  bytes(path: string, as: Person | string | null): Promise<Buffer>;
}

/**
 * A small test client: one call, its status and its JSON, with Basic authentication if a person is given. Throws if an
 * error answer is not a problem document.
 */
export function apiClient(origin: string): ApiClient {
  const request = (method: string, path: string, options: CallOptions = {}) =>
    fetch(
      path.startsWith("/healthz") || path.startsWith("/readyz") || path.startsWith("/pki")
        ? `${origin}${path}`
        : `${origin}/api/v1${path}`,
      {
        method,
        headers: {
          ...authorization(options.as ?? null),
          ...(options.json === undefined ? {} : { "content-type": "application/json" }),
          ...(options.type ? { "content-type": options.type } : {}),
          ...options.headers,
        },
        ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
        ...(options.body ? { body: options.body as BodyInit } : {}),
      },
    ).catch((error: Error) => {
      const { cause } = error as { cause?: { code?: string } };
      throw new Error(`${method} ${path} had no answer: ${cause?.code ?? error.message}`, { cause: error });
    });
  return {
    origin,
    async call<Body>(method: string, path: string, options = {}) {
      const response = await request(method, path, options);
      const text = await response.text();
      const complaint =
        response.status < 400 || !response.url.includes("/api/") || method === "HEAD"
          ? null
          : await complaintAboutRefusal(response.headers.get("content-type"), text);
      if (complaint) throw new Error(`${method} ${path} answered ${response.status}: ${complaint}`);
      return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body };
    },
    async bytes(path, as) {
      const response = await request("GET", path, { as });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

function authorization(as: Person | string | null): Record<string, string> {
  if (as === null) return {};
  if (typeof as === "string") return { authorization: `Bearer ${as}` };
  return { authorization: `Basic ${Buffer.from(`${as.email}:${as.password}`).toString("base64")}` };
}
