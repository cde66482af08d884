import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { membersOf, typeOf } from "@/components/docs/operation-view";
import { errorCodes } from "@/lib/platform/errors";
import messages from "@/lib/platform/locale/en/docs.json";
import { viewOfApi } from "./described-api";

const document = JSON.parse(readFileSync("public/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};
const api = viewOfApi(document);
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((key) => key !== "servers")
    .map((method) => `${method.toUpperCase()} ${path}`),
);

describe("the pages of the API reference", () => {
  test("list every operation once, with aliases as other paths of it", () => {
    const shown = api.operations.flatMap(({ method, path, aliases }) =>
      [path, ...aliases].map((one) => `${method} ${one}`),
    );
    expect(shown.toSorted()).toEqual(described.toSorted());
    expect(api.operations.every(({ tag }) => api.tags.some(({ name }) => name === tag))).toBe(true);
  });

  test.each(api.operations.map((operation) => [operation.id, operation] as const))(
    "%s documents its caller, errors with a page, and a response",
    (_id, { caller, refusals, answer }) => {
      expect(Object.keys(messages.callers)).toContain(caller);
      const codes = refusals.flatMap((refusal) => refusal.codes);
      expect(codes.length).toBeGreaterThan(2);
      expect(codes.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
      expect(answer.schema ?? answer.mediaTypes[0]).toBeDefined();
    },
  );

  test("explain every error code and no other", () => {
    expect(Object.keys(messages.codes).toSorted()).toEqual(errorCodes.toSorted());
    for (const { means, do: advice } of Object.values(messages.codes))
      for (const text of [means, advice]) {
        expect(text).toMatch(/^[A-Z].*[.]$/);
        // The pages give these texts no arguments, so the braces of a path must be quoted.
        expect(text.replace(/'[{][^}]*[}]'/g, "")).not.toMatch(/[{}]/);
      }
  });
});

describe("a schema's type", () => {
  test.each([
    [{ type: "integer", minimum: 1, maximum: 100 }, "integer, 1 to 100"],
    [{ type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }, "integer"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 100 }, "number, more than 0, at most 100"],
    [{ type: "object", oneOf: [{ required: ["users"] }, { required: ["signers"] }] }, "object"],
    [{ type: "string", format: "uuid" }, "string (uuid)"],
    [{ enum: ["png", "webp"] }, '"png" | "webp"'],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Signer" }, minItems: 1 }, "array of Signer, at least 1"],
    [{}, "anything"],
  ])("describes %j as %s", (schema, text) => {
    expect(typeOf(schema)).toBe(text);
  });

  test("finds members behind references, items and choices", () => {
    const named = { Signer: { properties: { email: { type: "string" } } } };
    expect(
      membersOf(
        { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#/components/schemas/Signer" } }] },
        named,
      )?.members.map(([name]) => name),
    ).toEqual(["email"]);
    expect(membersOf({ type: "string" }, named)).toBeNull();
  });
});
