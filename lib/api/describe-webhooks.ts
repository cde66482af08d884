import { exampleEvent, releasedAt } from "./examples/values";
import type { Json, PrintSchema } from "./schema-printer";
import { webhookEventBody, webhookEvents, webhookTestBody } from "./webhook-event-schema";

const string = { type: "string" };
const signedBy = [
  [
    "webhook-id",
    "Names the event; the same over all retries, so that a receiver can ignore what it knows.",
    "evt_2f9c1b7a",
  ],
  [
    "webhook-timestamp",
    "When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.",
    "1805029540",
  ],
  [
    "webhook-signature",
    "One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
] as const;

/** The section `webhooks`: what this service sends, by Standard Webhooks 1.0. */
export function describeWebhooks(print: PrintSchema): Json {
  const events = Object.entries(webhookEvents).map(([type, summary]): [string, Json] => [
    type,
    describeMessage(type, summary, print(webhookEventBody, "output"), exampleEvent(type)),
  ]);
  const test = { type: "webhook.test", timestamp: releasedAt, data: { webhookId: 4 } };
  return {
    ...Object.fromEntries(events),
    [test.type]: describeMessage(test.type, "A test that somebody asked for.", print(webhookTestBody, "output"), test),
  };
}

function describeMessage(type: string, summary: string, schema: Json, example: Json): Json {
  const post = {
    operationId: `on${type
      .split(/[._]/)
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join("")}`,
    tags: ["Webhooks"],
    summary,
    security: [{}],
    parameters: signedBy.map(([name, description, value]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: string,
      example: value,
    })),
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "2XX": { description: "Taken. Anything else, a redirect too, is tried again." },
      410: { description: "Gone: the endpoint is disabled." },
    },
  };
  return { post };
}
