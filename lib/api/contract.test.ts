import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import manifest from "@/package.json";
import { problemKinds } from "@/lib/http/problem";
import { routeFiles } from "@/lib/testing/route-files";
import { describeApi } from "./openapi";
import type { Operation } from "./operation";
import { operations } from "./operations/index";

const nameOf = (operation: Operation): string => `${operation.method} ${operation.base === "origin" ? "" : "/api/v1"}${operation.path}`;

describe("the contract", () => {
  test("every operation has a route and every route an operation", () => {
    const routed = routeFiles().flatMap((route) => route.methods.map((method) => `${method} ${route.base === "origin" ? "" : "/api/v1"}${route.path}`));
    expect(routed.sort()).toEqual(operations.map(nameOf).sort());
  });

  test("public/openapi.json is what the operations say", () => {
    const printed = describeApi(operations, manifest.version, (code) => problemKinds[code]);
    expect(JSON.parse(readFileSync("public/openapi.json", "utf8"))).toEqual(JSON.parse(JSON.stringify(printed)));
  });

  test("no two operations share an id", () => {
    const ids = operations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s names in its schema the parameters of its path", (_name, operation) => {
    const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    const inSchema = operation.params instanceof z.ZodObject ? Object.keys(operation.params.shape) : [];
    expect(inSchema).toEqual(inPath);
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s reads without a body and needs a scope unless public", (_name, operation) => {
    if (operation.method === "GET") expect(operation.body).toBeUndefined();
    if (operation.caller !== "public") expect(operation.scope).toBeDefined();
    if (operation.method === "GET" && operation.scope) expect(operation.scope).toBe("read");
  });
});
