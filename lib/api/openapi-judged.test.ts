import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";

const printed = readFileSync("public/openapi.json", "utf8");

describe("outside tools on the API description", () => {
  test("accept it as valid OpenAPI 3.1 by the specification's own schema", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(printed) as Record<string, unknown>);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("find nothing with a linter: no unresolved reference and no example that violates its schema @exhaustive", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        // OCSP reports errors inside its answer, and readiness has no error body.
        "operation-4xx-response": "off",
        // The server's URL is the operator's choice.
        "no-server-example.com": "off",
        "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true },
        "no-invalid-parameter-examples": "error",
        // The contract's own paths; "validate" is not a uuid.
        "no-ambiguous-paths": "off",
        "operation-operationId-unique": "error",
        "no-unused-components": "error",
      },
    });
    const problems = await lintFromString({ source: printed, absoluteRef: "openapi.json", config });
    expect(
      problems.map(
        ({ ruleId, message, location }) =>
          `${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? "").join(" ")}`,
      ),
    ).toEqual([]);
  });
});
