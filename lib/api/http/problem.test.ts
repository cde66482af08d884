import { describe, expect, test } from "vitest";
import { z } from "zod";
import { problemDocument } from "@/lib/api/openapi";
import { DomainError, errorCodes, memberName } from "@/lib/platform/errors";
import { defaultText, validationFailed } from "./body/violations";
import { problemKinds, toProblem } from "./problem";
import { toDomainError } from "./responses";

const request = { origin: "https://sign.example", requestId: "01J" };

describe("problem documents", () => {
  test.each(errorCodes)("have the same shape and status everywhere: %s", (code) => {
    const problem = toProblem(new DomainError(code), request);
    expect(problemDocument.parse(problem.body)).toMatchObject({ code, status: problemKinds[code].status });
    expect(problem.headers["content-type"]).toBe("application/problem+json");
    expect(problem.status).toBe(problemKinds[code].status);
  });

  test("match the example of the contract", () => {
    const schema = z.object({ users: z.array(z.object({ email: z.email() })) });
    const input = { users: [{ email: "nonsense" }] };
    const issues = schema.safeParse(input, { error: defaultText }).error?.issues ?? [];
    expect(toProblem(validationFailed(issues, input), request).body).toEqual({
      type: "https://sign.example/docs/errors/validation-failed",
      title: "The request is not valid",
      status: 422,
      detail: "users[0].email is not an e-mail address",
      instance: "urn:request:01J",
      code: "validation_failed",
      requestId: "01J",
      message: "users[0].email is not an e-mail address",
      errors: ["users[0].email is not an e-mail address"],
      violations: [
        { pointer: "/users/0/email", code: "email_invalid", detail: "users[0].email is not an e-mail address" },
      ],
      action: 200,
    });
  });

  test.each([
    ["/users/0/email", "users[0].email"],
    ["/elements/0/file/base64", "elements[0].file.base64"],
    ["/name", "name"],
    ["/a~1b/c~0d", "a/b.c~d"],
    ["", "The body"],
  ])("write %s as %s, whichever code throws it", (pointer, written) => {
    expect(memberName(pointer)).toBe(written);
  });

  test("always have Retry-After on 429 and 503", () => {
    for (const code of errorCodes.filter((code) => [429, 503].includes(problemKinds[code].status))) {
      expect(Number(toProblem(new DomainError(code), request).headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(
      toProblem(new DomainError("rate_limited", { retryAfterSeconds: 61.2 }), request).headers["retry-after"],
    ).toBe("62");
  });

  test("reveal nothing about the cause of an unexpected error", () => {
    const problem = toProblem(toDomainError(new Error("select secret from accounts")), request);
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem.body)).not.toContain("secret");
  });

  test.each([
    [Object.assign(new Error("x"), { code: "57014" }), "unavailable"],
    [new Error("query", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }), "unavailable"],
    [new Error("Connection terminated unexpectedly"), "unavailable"],
    [Object.assign(new Error("x"), { code: "ENOSPC" }), "storage_full"],
    ["a string", "internal"],
  ])("answer %s with %s", (thrown, code) => {
    expect(toDomainError(thrown).code).toBe(code);
  });
});

describe("violations", () => {
  const codesOf = (schema: z.ZodType, input: unknown): string[] => {
    const parsed = schema.safeParse(input, { error: defaultText });
    return parsed.success
      ? []
      : validationFailed(parsed.error.issues, input).violations.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  test.each<[string, z.ZodType, unknown, string[]]>([
    ["a missing member", z.object({ name: z.string(), kind: z.enum(["a"]) }), {}, ["/name required", "/kind required"]],
    ["a wrong type", z.object({ name: z.string() }), { name: null }, ["/name type_invalid"]],
    [
      "lengths",
      z.object({ a: z.string().min(2), b: z.string().max(1) }),
      { a: "x", b: "xy" },
      ["/a too_short", "/b too_long"],
    ],
    [
      "numbers",
      z.object({ a: z.number().min(2), b: z.number().max(1) }),
      { a: 1, b: 2 },
      ["/a too_small", "/b too_large"],
    ],
    [
      "list sizes",
      z.object({ a: z.array(z.int()).min(1), b: z.array(z.int()).max(1) }),
      { a: [], b: [1, 2] },
      ["/a too_few", "/b too_many"],
    ],
    ["a value outside a list", z.object({ a: z.enum(["x", "y"]) }), { a: "z" }, ["/a not_allowed"]],
    ["a name with a slash", z.object({ "a/b~c": z.string() }), {}, ["/a~1b~0c required"]],
    ["no object at all", z.object({ a: z.string() }), [], [" type_invalid"]],
    [
      "the branch that was meant",
      z.union([z.object({ a: z.string() }), z.object({ b: z.object({ c: z.string() }) })]),
      { b: { c: 1 } },
      ["/a required"],
    ],
    [
      "a check of our own",
      z.object({ a: z.string().refine(() => false, { error: "is odd" }) }),
      { a: "" },
      ["/a invalid"],
    ],
  ])("%s", (_name, schema, input, expected) => {
    expect(codesOf(schema, input)).toEqual(expected);
  });

  test.each<[string, z.ZodType, string]>([
    ["without a text", z.string().regex(/^a$/), "is not well formed"],
    ["with a text", z.string().regex(/^a$/, "Invalid only in this test"), "Invalid only in this test"],
    ["without a text in a union", z.union([z.object({ a: z.string().regex(/^a$/) })]), "is not well formed"],
    ["of our own without a text", z.string().refine(() => false), "is not valid"],
    ["of our own with a text", z.string().refine(() => false, "is odd"), "is odd"],
  ])("have the text of the schema or a default, for a check %s", (_name, schema, text) => {
    const input = schema instanceof z.ZodUnion ? { a: "b" } : "b";
    const issues = schema.safeParse(input, { error: defaultText }).error?.issues ?? [];
    const name = schema instanceof z.ZodUnion ? "a" : "The body";
    expect(validationFailed(issues, input).violations.map(({ detail }) => detail)).toEqual([`${name} ${text}`]);
  });

  test("are limited for a list of ten thousand invalid entries", () => {
    expect(codesOf(z.array(z.string()), Array<number>(10_000).fill(1))).toHaveLength(50);
  });
});
