import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { errorCodes } from "@/lib/platform/errors";
import errors from "@/lib/platform/locale/en/errors.json";
import type { Language } from "@/lib/platform/locale/languages";
import { messagesOf } from "@/lib/platform/locale/messages";
import { portuguese } from "@/lib/platform/locale/portuguese";
import { errorReasons, violationCodes, type ErrorReason, type ViolationCode } from "@/lib/platform/violation-codes";
import { present } from "@/lib/testing/representatives";
import { ApiProblem, type ProblemCode } from "./call";
import { useProblemText, type ProblemText } from "./problem-notice";

function textOf(problem: ApiProblem, locale: Language = "en"): ProblemText {
  const caught: ProblemText[] = [];
  function Catch() {
    caught.push(useProblemText()(problem));
    return null;
  }
  renderToString(
    createElement(
      NextIntlClientProvider,
      { locale, timeZone: "UTC", messages: { errors: messagesOf(locale).errors } } as never,
      createElement(Catch),
    ),
  );
  return present(caught[0]);
}

test("has one message per API code and no unused messages", () => {
  expect(Object.keys(errors.codes).toSorted()).toEqual([...errorCodes, "connection_lost"].toSorted());
  for (const { title, body } of Object.values(errors.codes)) {
    expect(title).toMatch(/^[A-Z].*[^.!]$/);
    expect(body).toMatch(/^[A-Z].*\.$/);
    expect(`${title} ${body}`).not.toMatch(/oops|sorry|submit|invalid|\bOK\b/i);
  }
});

test.each(errorCodes)("leaves no placeholder unfilled in the message of %s", (code) => {
  const text = textOf(
    new ApiProblem({ status: 422, code, detail: "", attemptsLeft: 1, retryAfterSeconds: 200, requestId: "r-1" }),
  );
  expect(text.title).toBe(errors.codes[code].title);
  expect(text.more).toEqual(["One attempt left.", "Try again in 4 minutes."]);
  expect(text.request).toBe("Request r-1");
});

const tooShort = {
  pointer: "/password",
  code: "too_short",
  detail: "password needs at least 10 characters",
  bound: 10,
};

test.each([
  [
    "en",
    "Use at least 10 characters.",
    "File 1: The PDF is password-protected.",
    "This is not valid. Check it and try again.",
  ],
  [
    ...(["pt", "Use pelo menos 10 caracteres.", "Arquivo 1: O PDF está protegido por senha."] as const),
    "Isto não é válido. Confira e tente de novo.",
  ],
] as const)("in %s, describes each invalid member once by its code, not by the API's text", (locale, ...texts) => {
  const locked = { pointer: "/files/0", code: "pdf_encrypted", detail: "a.pdf: The PDF is encrypted" };
  const unknown = { pointer: "/users/0", code: "odd", detail: "users[0] is odd." };
  const violations = [tooShort, tooShort, locked, unknown];
  const problem = new ApiProblem({ status: 422, code: "validation_failed", detail: "…", violations });
  expect(textOf(problem, locale).more).toEqual(texts);
});

test("states no limit that a violation does not name", () => {
  const { bound: _, ...unlimited } = tooShort;
  const problem = new ApiProblem({ status: 422, code: "validation_failed", detail: "…", violations: [unlimited] });
  expect(textOf(problem).more).toEqual(["This is too short."]);
});

/** The compiler checks that no code lacks a text, and the test that no text lacks a code. */
const texts = [errors, portuguese.errors] satisfies {
  members: Record<ViolationCode, string>;
  reasons: Record<ErrorReason, { title: string; body: string }>;
}[];

test("has one text per violation code and reason in English and in Portuguese", () => {
  for (const { members, reasons, unbounded } of texts) {
    expect(Object.keys(members).toSorted()).toEqual([...violationCodes].toSorted());
    expect(Object.keys(reasons).toSorted()).toEqual([...errorReasons].toSorted());
    const limited = Object.entries(members).filter(([, text]) => text.includes("{bound"));
    expect(limited.map(([code]) => code).toSorted()).toEqual(Object.keys(unbounded).toSorted());
  }
});

test.each(errorReasons)("describes the reason %s instead of the code, with its limit", (reason) => {
  const text = textOf(new ApiProblem({ status: 422, code: "forbidden", detail: "", reason, bound: 30 }));
  expect(text.title).toBe(errors.reasons[reason].title);
  expect(text.body.includes("30")).toBe(errors.reasons[reason].body.includes("{bound"));
});

test("never shows the API's detail of an error that has a message", () => {
  const problem = new ApiProblem({ status: 422, code: "pdf_invalid", detail: "the trailer is damaged" });
  expect(textOf(problem).more).toEqual([]);
});

test("describes an unknown code as an internal error", () => {
  expect(textOf(new ApiProblem({ status: 418, code: "teapot" as ProblemCode, detail: "" })).title).toBe(
    errors.codes.internal.title,
  );
});
