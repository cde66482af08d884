import { fileId, fileUuid, origin, releasedAt, sha256, signRequestId } from "./examples/values";
import type { Json, PrintSchema } from "./schema-printer";
import { webhookEventBody, webhookEvents } from "./webhook-event-schema";

const string = { type: "string" };
const signedBy = [
  ["webhook-id", "Names the event; the same over all retries, so that a receiver can ignore what it knows.", "evt_2f9c1b"],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.", "1805029540"],
  ["webhook-signature", "One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret.", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
] as const;

/** The section `webhooks`: what this service sends, by Standard Webhooks 1.0. */
export function describeWebhooks(print: PrintSchema): Json {
  const schema = print(webhookEventBody, "output");
  return Object.fromEntries(Object.entries(webhookEvents).map(([type, summary]) => [type, { post: describeEvent(type, summary, schema) }]));
}

function describeEvent(type: string, summary: string, schema: Json): Json {
  return {
    operationId: `on${type.split(/[._]/).map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}`,
    tags: ["Webhooks"],
    summary,
    security: [{}],
    parameters: signedBy.map(([name, description, example]) => ({ name, in: "header", required: true, description, schema: string, example })),
    requestBody: { required: true, content: { "application/json": { schema, example: exampleEvent(type) } } },
    responses: {
      "2XX": { description: "Taken. Anything else, a redirect too, is tried again." },
      410: { description: "Gone: the endpoint is disabled." },
    },
  };
}

export function exampleEvent(type: string): Json {
  const isOfSigner = type.startsWith("sign_request.");
  return {
    type,
    timestamp: releasedAt,
    data: {
      fileId, uuid: fileUuid, status: type === "file.created" ? 0 : 1, name: "Lease", sequence: 2, ...(isOfSigner ? { signRequestId } : {}), sha256,
      url: `${origin}/api/v1/file/validate/uuid/${fileUuid}`,
    },
  };
}
