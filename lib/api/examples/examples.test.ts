import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exampleProblem } from "@/lib/api/http/possible-errors";
import { problemDocument, webhookEventBody, webhookEvents } from "@/lib/api/openapi";
import { errorCodes } from "@/lib/platform/errors";
import { operations } from "../operations";
import type { Operation } from "../operations/operation";
import { operationExamples } from "./all";
import { exampleEvent } from "./values";

const named = operations.map((operation) => [operation.id, operation] as const);
const takesJson = ({ body, bodyKind = "json" }: Operation): boolean =>
  body !== undefined && ["json", "json-with-file"].includes(bodyKind);

describe("the examples of the API description", () => {
  test("have none for a removed operation", () => {
    expect([...operationExamples.keys()].filter((id) => !operations.some((operation) => operation.id === id))).toEqual(
      [],
    );
  });

  test.each(named)("give %s a response, and a body where it takes one, that match its own schemas", (id, operation) => {
    const shown = operationExamples.get(id);
    if (takesJson(operation)) {
      expect(shown?.body, "an example of the body").toBeDefined();
      expect(operation.body?.safeParse(shown?.body).error).toBeUndefined();
    }
    if (!(operation.answer instanceof z.ZodType)) return;
    expect(shown?.answer, "an example of the answer").toBeDefined();
    expect(operation.answer.safeParse(shown?.answer).error).toBeUndefined();
  });

  test.each(Object.keys(webhookEvents))("match the schema of webhooks for the event %s", (type) => {
    expect(webhookEventBody.safeParse(exampleEvent(type)).error).toBeUndefined();
  });

  test.each(errorCodes)("describe the error %s as a problem document that links to its page", (code) => {
    const { body, status } = exampleProblem(code);
    expect(problemDocument.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      code,
      status,
      type: `https://sign.example.org/docs/errors/${code.replaceAll("_", "-")}`,
    });
  });
});
