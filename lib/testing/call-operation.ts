import { operations } from "@/lib/api/operations";
import type { Operation } from "@/lib/api/operations/operation";
import { routeAt, routeHandler } from "./route-files";

export interface OperationCall {
  params?: Record<string, string | number>;
  query?: string;
  headers?: Record<string, string>;
  /** JSON as it is sent, or the bytes of a PDF. */
  body?: unknown;
}

export interface OperationAnswer {
  status: number;
  headers: Headers;
  /** The JSON that was answered. */
  body: Record<string, unknown>;
  /** As it went over the wire. */
  text: string;
}

export function operationNamed(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** Calls an operation through its route file, as Next would. The test mocks `@/lib/runtime`. */
export async function callOperation(
  id: string,
  { params = {}, query = "", headers = {}, body }: OperationCall = {},
): Promise<OperationAnswer> {
  const operation = operationNamed(id);
  const sent =
    body === undefined
      ? null
      : body instanceof Uint8Array
        ? Buffer.from(body)
        : typeof body === "string"
          ? body
          : JSON.stringify(body);
  const type = body instanceof Uint8Array ? "application/pdf" : "application/json";
  const request = new Request(`http://localhost:3000/${id}${query}`, {
    method: operation.method,
    body: sent,
    headers: { ...(sent === null ? {} : { "content-type": type }), ...headers },
  });
  const handler = await routeHandler(routeAt(operation), operation.method);
  const response = await handler(request, {
    params: Promise.resolve(Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}
