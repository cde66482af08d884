import type { LookupAddress } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./resolve-target";

export interface RequestOptions {
  method: "GET" | "POST";
  headers: Record<string, string>;
  addresses: readonly LookupAddress[];
  /** Ends everything, the body of the answer included. */
  signal: AbortSignal;
  /** An authority beside those of this machine. */
  ca: string | undefined;
}

const largestHeaderBytes = 16 * 1024;

/** A request to exactly the addresses that were checked, on a connection of its own. The caller ends it. */
export function openRequest(target: Target, { method, headers, addresses, signal, ca }: RequestOptions): ClientRequest {
  const options = {
    method,
    host: target.hostname,
    port: target.port,
    path: `${target.url.pathname}${target.url.search}`,
    headers: {
      host: target.url.host,
      "accept-encoding": "identity",
      "user-agent": "Paraph",
      connection: "close",
      ...headers,
    },
    agent: false as const,
    lookup: pinnedTo(addresses),
    maxHeaderSize: largestHeaderBytes,
    signal,
  };
  // Said here, so that no variable of the environment can turn the check of certificates off.
  return target.isSecure
    ? https.request({ ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca: [ca] }) })
    : http.request(options);
}

/** The head of the answer. Errors after it are those of its body. */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", resolve);
    // Also without an error: after a 101 that nobody asked for, Node only closes.
    request.on("close", () => reject(new Error("closed without an answer")));
  });
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error("no address"), "");
  };
}
