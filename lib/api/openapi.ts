import { errorCodes } from "@/lib/errors";
import { describedHeaders, describedParameters } from "./describe-headers";
import { describeOperation, type Printing, type ProblemOf } from "./describe-operation";
import { describeWebhooks } from "./describe-webhooks";
import { operationExamples } from "./examples/all";
import { pathsOf, type Operation } from "./operation";
import { tagDescriptions } from "./operation-tags";
import { possibleErrors } from "./possible-errors";
import { problemDocument } from "./problem-schema";
import { schemaPrinter, type Json } from "./schema-printer";

const about = `PDFs in, signed PDFs out. \`/api/v1.0\` answers the same as \`/api/v1\`.

\`x-caller\` names the least that may call an operation: \`public\`, anybody; \`link\`, whoever holds the sign link in the path; \`signer\`, any account;
\`requester\`, an account that may ask others to sign; \`admin\`, an administrator. What the caller may not see answers 404, like what does not exist.

\`x-codes\` names the error codes that a status may carry; each has a page at \`/docs/errors/{code}\`. A method that a path does not know is
refused with 405 \`method_not_allowed\`, and \`Allow\` names those that it does.`;

/** The API description (OpenAPI 3.1), printed from the schemas that validate: it cannot say anything else than they do. */
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
          description: "The account's e-mail, and its password or an API token.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API token, `pk_…`; or what a guest was given for one sign link.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "paraph-session",
          description:
            "A browser that is logged in. Calls that change something need `Origin` to be this service's own.",
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
        operation.base === "origin" ? { servers: [{ url: "/", description: "This service, outside the base" }] } : {});
      item[operation.method.toLowerCase()] = index === 0 ? described : asAlias(described, operation, index);
    }
  }
  return paths;
}

/** Another path of an operation: the same in all but its id, which must be unique. */
function asAlias(described: Json, operation: Operation, index: number): Json {
  const operationId = `${operation.id}Alias${index === 1 ? "" : String(index)}`;
  return {
    ...described,
    operationId,
    summary: `${operation.summary} (another path of ${operation.path})`,
    "x-alias-of": operation.id,
  };
}

/** An example of each refusal that some operation gives. */
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
