import type { IncomingMessage, ServerResponse } from "node:http";
import type { EdgeRefusal } from "./edge-answer";

/** Headers of the answer that is dropped; those of every answer, such as the security headers, stay. */
const headersOfBody = [
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "accept-ranges",
  "transfer-encoding",
];

/**
 * Lets `answer` speak in place of a refusal that is not in our shape (docs/spec/api.md#errors: one shape everywhere). A page that tells
 * a person about it stays, for whoever asked for pages. Must be called before anything writes to the response.
 */
export function replaceForeignRefusals(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (refusal: EdgeRefusal) => void,
): void {
  const own = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
    flushHeaders: response.flushHeaders.bind(response),
  };
  let isDropped = false;
  const drops = (status: number): boolean => {
    const refusal = isDropped || response.headersSent ? null : foreignRefusal(request, response, status);
    if (refusal === null) return isDropped;
    for (const name of headersOfBody) response.removeHeader(name);
    // Around these, whoever handles the request may have put others since, such as Next's compression.
    Object.assign(response, own);
    answer(refusal);
    isDropped = true;
    Object.assign(response, watched);
    return true;
  };
  const watched = {
    writeHead: (...args: unknown[]) =>
      drops(Number(args[0])) ? response : (Reflect.apply(own.writeHead, response, args) as ServerResponse),
    write: (...args: unknown[]) => drops(response.statusCode) || (Reflect.apply(own.write, response, args) as boolean),
    end: (...args: unknown[]) =>
      drops(response.statusCode) ? response : (Reflect.apply(own.end, response, args) as ServerResponse),
    flushHeaders: () => {
      if (!drops(response.statusCode)) own.flushHeaders();
    },
  };
  Object.assign(response, watched);
}

/** Error responses that Next creates itself, for requests without a route of ours. */
function foreignRefusal(request: IncomingMessage, response: ServerResponse, status: number): EdgeRefusal | null {
  if (status < 400) return null;
  const mediaType = String(response.getHeader("content-type") ?? "");
  if (mediaType.startsWith("application/problem+json") || isPageAskedFor(request, mediaType)) return null;
  if (status >= 500) return { code: "internal" };
  if (status === 404) return { code: "not_found" };
  if (status === 405) return { code: "method_not_allowed" };
  return mediaType === "" || mediaType.startsWith("text/plain") ? { code: "malformed_request", status } : null;
}

/** HTML for a browser, or what Next's own script in a browser asked for to show the page. */
function isPageAskedFor({ headers }: IncomingMessage, mediaType: string): boolean {
  if (mediaType.startsWith("text/html")) return (headers.accept ?? "").includes("text/html");
  return mediaType.startsWith("text/x-component") && headers["rsc"] !== undefined;
}
