import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exampleProblem } from "@/lib/api/http/possible-errors";
import { routeAt, routeFiles, routeHandler } from "@/lib/testing/route-files";
import manifest from "@/package.json";
import { describeApi } from "./openapi";
import { operations } from "./operations";
import { needsAccount, pathsOf, type Operation } from "./operations/operation";

const nameOf = (operation: Operation, path = operation.path): string =>
  `${operation.method} ${operation.base === "origin" ? "" : "/api/v1"}${path}`;
const routes = routeFiles();
const aliases = operations.flatMap((operation) =>
  (operation.aliases ?? []).map((alias) => [nameOf(operation, alias), operation, alias] as const),
);

describe("the contract", () => {
  test("has a route for every operation and an operation for every route", () => {
    const routed = routes.flatMap((route) =>
      route.methods.map((method) => `${method} ${route.base === "origin" ? "" : "/api/v1"}${route.path}`),
    );
    expect(routed.sort()).toEqual(
      operations.flatMap((operation) => pathsOf(operation).map((path) => nameOf(operation, path))).sort(),
    );
  });

  test.each(aliases)("%s uses the handler of its original", async (_name, operation, alias) => {
    expect(await routeHandler(routeAt({ path: alias }), operation.method)).toBe(
      await routeHandler(routeAt(operation), operation.method),
    );
  });

  test.each([
    "/file-element/{uuid}",
    "/file-element/{uuid}/{elementId}",
    "/signature/elements",
    "/signature/elements/{id}",
    "/file/validate/{uuid}",
  ])("%s is declared as an alias", (alias) => {
    expect(aliases.map(([, , path]) => path)).toContain(alias);
  });

  test("matches public/openapi.json", () => {
    const printed = describeApi(operations, manifest.version, (code) => exampleProblem(code));
    expect(JSON.parse(readFileSync("public/openapi.json", "utf8"))).toEqual(JSON.parse(JSON.stringify(printed)));
  });

  test("has no two operations with the same id", () => {
    const ids = operations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "declares the path parameters of %s in its schema",
    (_name, operation) => {
      const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      const inSchema = operation.params instanceof z.ZodObject ? Object.keys(operation.params.shape) : [];
      expect(inSchema).toEqual(inPath);
    },
  );

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "reads %s without a body, and requires a scope if it needs an account",
    (_name, operation) => {
      if (operation.method === "GET") expect(operation.body).toBeUndefined();
      if (needsAccount(operation)) expect(operation.scope).toBeDefined();
      if (operation.method === "GET" && operation.scope) expect(operation.scope).toBe("read");
    },
  );
});
