import { z } from "zod";
import { operationExamples } from "@/lib/api/examples/all";
import { exampleEvent, releasedAt } from "@/lib/api/examples/values";
import { eventName } from "@/lib/delivery/schema";
import { errorCodes } from "@/lib/platform/errors";
import { errorReasons } from "@/lib/platform/violation-codes";
import { eventAnswer } from "@/lib/records/events/schema";
import {
  describedHeaders,
  describedParameters,
  describeOperation,
  type Printing,
  type ProblemOf,
} from "./describe-operation";
import { possibleErrors } from "./http/possible-errors";
import { pathsOf, type Operation } from "./operations/operation";
import { schemaPrinter, type Json, type PrintSchema } from "./schema-printer";

const string = { type: "string" };
const signedBy = [
  [
    "webhook-id",
    "Identifies the event. Retries have the same value, so that receivers can ignore duplicates.",
    "evt_2f9c1b7a",
  ],
  [
    "webhook-timestamp",
    "Time of this attempt, in seconds since 1970. Reject messages older than five minutes.",
    "1805029540",
  ],
  [
    "webhook-signature",
    "One or more of `v1,<base64>`, separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>` under the endpoint's secret.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
] as const;

/** The section `webhooks`: the events that this service sends, following Standard Webhooks 1.0. */
export function describeWebhooks(print: PrintSchema): Json {
  const events = Object.entries(webhookEvents).map(([type, summary]): [string, Json] => [
    type,
    describeMessage(type, summary, print(webhookEventBody, "output"), exampleEvent(type)),
  ]);
  const test = { type: "webhook.test", timestamp: releasedAt, data: { webhookId: 4 } };
  return {
    ...Object.fromEntries(events),
    [test.type]: describeMessage(
      test.type,
      "A test event requested by the owner of the webhook.",
      print(webhookTestBody, "output"),
      test,
    ),
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
      "2XX": { description: "Accepted. Any other response, including a redirect, is retried." },
      410: { description: "Gone: the endpoint is disabled." },
    },
  };
  return { post };
}

/** When each event is sent to webhooks and callbacks (docs/spec/api.md#webhooks). */
export const webhookEvents: { readonly [name in z.infer<typeof eventName>]: string } = {
  "file.created": "A document was created, as a draft or sent immediately.",
  "file.released": "The request was sent to its signers.",
  "file.signed": "All have signed, and the document is sealed.",
  "file.declined": "A signer declined, which ended the request.",
  "file.cancelled": "The requester withdrew the request.",
  "file.expired": "The deadline passed before all had signed.",
  "file.expiring": "The deadline is near and not all have signed; the requester was warned by e-mail.",
  "file.deleted": "The requester deleted the document.",
  "sign_request.notified": "A signer was notified, reminded, or warned of the deadline.",
  "sign_request.viewed": "A browser showed the document to a signer for the first time.",
  "sign_request.signed": "One signer has signed.",
  "sign_request.declined": "One signer or approver has declined.",
  "sign_request.approved": "One approver has approved.",
  "sign_request.read": "A viewer has viewed every page.",
  "sign_request.bounced": "An e-mail to a signer was not delivered.",
  "sign_request.complained": "A signer reported an e-mail as spam.",
  "sign_request.replaced":
    "Another person took a signer's place: the requester replaced the signer, or the signer delegated.",
  "bulk_send.completed": "The last row of a bulk send was sent, failed or cancelled.",
  "template.created": "A template was created.",
  "template.updated": "A template has a new version.",
  "template.deleted": "A template was deleted by its owner.",
};

const timestamp = z.string().meta({ description: "The time of the event. ISO 8601, UTC, milliseconds" });

export const webhookEventBody = z
  .object({ type: eventName, timestamp, data: eventAnswer.shape.data })
  .meta({ id: "WebhookEvent", description: "Ids, state and hashes; never a sign link, a code or the document." });

export const webhookTestBody = z.object({
  type: z.literal("webhook.test"),
  timestamp,
  data: z.object({ webhookId: z.int() }),
});

const about = `PDFs in, signed PDFs out. \`/api/v1.0\` is an alias of \`/api/v1\`.

\`x-caller\` is the minimum access an operation needs: \`public\`, none; \`link\`, the sign link in the path; \`signer\`, any account; \`requester\`, an account
that may request signatures; \`admin\`, an administrator. Resources that the caller may not see return 404, the same as resources that do not exist.

\`x-codes\` lists the error codes of each status, documented at \`/docs/errors/{code}\`. An unsupported method returns 405 \`method_not_allowed\`, and
\`Allow\` lists the supported ones.`;

/** The API description (OpenAPI 3.1), generated from the schemas used for validation, so that both always agree. */
export function describeApi(operations: readonly Operation[], version: string, problemOf: ProblemOf): Json {
  const { print, named } = schemaPrinter();
  const problem = print(problemDocument, "output");
  const printing: Printing = { print, problemOf, examples: operationExamples, responses: {} };
  const paths = describePaths(operations, printing);
  const webhooks = describeWebhooks(print);
  return {
    openapi: "3.1.0",
    info: { title: "Paraph", version, description: about, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api/v1", description: "This service" }],
    tags: Object.entries(tagDescriptions)
      .filter(([name]) => name === "Webhooks" || operations.some((operation) => operation.tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: { Problem: problem, ...named },
      responses: printing.responses,
      headers: describedHeaders,
      parameters: describedParameters,
      examples: describeProblems(operations, problemOf),
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description: "The account's e-mail address with its password or an API token.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API token, `pk_…`, or a guest token, `gt_…`.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "paraph-session",
          description:
            "The session of a logged-in browser. Calls that change something need this service's own `Origin`.",
        },
      },
    },
  };
}

function describePaths(operations: readonly Operation[], printing: Printing): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = describeOperation(operation, printing);
    for (const [index, path] of pathsOf(operation).entries()) {
      const item = (paths[path] ??=
        operation.base === "origin"
          ? { servers: [{ url: "/", description: "This service, outside the base path" }] }
          : {});
      item[operation.method.toLowerCase()] = index === 0 ? described : asAlias(described, operation, index);
    }
  }
  return paths;
}

/** An alias path of an operation. Identical except for its id, which must be unique. */
function asAlias(described: Json, operation: Operation, index: number): Json {
  const operationId = `${operation.id}Alias${index === 1 ? "" : String(index)}`;
  return {
    ...described,
    operationId,
    summary: `${operation.summary} (another path of ${operation.path})`,
    "x-alias-of": operation.id,
  };
}

/** An example of each error that any operation returns. */
function describeProblems(operations: readonly Operation[], problemOf: ProblemOf): Json {
  const given = new Set(operations.flatMap(possibleErrors));
  return Object.fromEntries(
    errorCodes
      .filter((code) => given.has(code))
      .map((code) => {
        const { title, body } = problemOf(code);
        return [code, { summary: title, value: body }];
      }),
  );
}

/** The tags of the description, in the order a newcomer needs them. */
export const tagDescriptions: { readonly [tag in Operation["tag"]]: string } = {
  Templates: "Documents with fields for roles, to create signing requests from.",
  "Bulk sends": "Send a template to everyone in a CSV file and follow the progress.",
  "Signature requests": "Create, send, change and withdraw signing requests, and the operations of a sign link.",
  Envelopes: "Several PDFs in one signing request, signed with one code.",
  Files: "Upload, list, read, download and delete documents.",
  Elements: "The fields of a document, in points from the top-left corner of the displayed page.",
  Signing: "Codes, signatures, and the verification of any signed PDF.",
  Account: "The caller's own account: password, tokens, sessions, signature images, signing password.",
  Webhooks: "URLs that receive your events, with a log of deliveries.",
  Events: "The events of webhooks, to be polled.",
  Administration: "Accounts and settings, for administrators.",
  System: "Health and readiness.",
};

/** Every error, RFC 9457 (docs/spec/api.md#errors). */
export const problemDocument = z.object({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  message: z.string().meta({ description: "Alias of `detail`, for older clients." }),
  errors: z.array(z.string()),
  violations: z.array(
    z.object({
      pointer: z.string().meta({ description: "JSON Pointer into the body, or /query/…" }),
      code: z.string(),
      detail: z.string(),
      bound: z.number().optional().meta({ description: "The limit that the value violates, if any." }),
    }),
  ),
  action: z
    .union([
      z.literal(100),
      z.literal(150),
      z.literal(200),
      z.literal(250),
      z.literal(300),
      z.literal(350),
      z.literal(400),
    ])
    .meta({
      description:
        "100 log in, 150 create an account, 200 nothing to do, 250 sign, 300 show the error, 350 signed, 400 create a signing password",
    }),
  reason: z.enum(errorReasons).optional().meta({ description: "More precise than `code`, where that matters." }),
  bound: z.number().optional().meta({ description: "The limit that `reason` is about, if any." }),
  attemptsLeft: z.int().optional().meta({ description: "Wrong tries left before the code or signing password locks." }),
});
