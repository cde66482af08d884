import { createHmac } from "node:crypto";

/** What a signature covers beside the body. */
export interface MessageFacts {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The headers of a message (Standard Webhooks 1.0), signed with every key that is valid, the newest first. */
export async function signedHeaders(
  { id, timestamp }: MessageFacts,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  keys: readonly Buffer[],
): Promise<Record<string, string>> {
  const macs = keys.map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.`));
  for await (const chunk of body) for (const mac of macs) mac.update(chunk);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": macs.map((mac) => `v1,${mac.digest("base64")}`).join(" "),
  };
}
