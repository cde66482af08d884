import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { errorCodes } from "@/lib/errors";
import errors from "@/lib/locale/en/errors.json";
import type { Language } from "@/lib/locale/languages";
import { messagesOf } from "@/lib/locale/messages-of";
import { ApiProblem, type ProblemCode } from "./api-problem";
import { useProblemWords, type ProblemWords } from "./use-problem-words";

function wordsOf(problem: ApiProblem, locale: Language = "en"): ProblemWords {
  const caught: ProblemWords[] = [];
  function Catch() {
    caught.push(useProblemWords()(problem));
    return null;
  }
  renderToString(
    createElement(
      NextIntlClientProvider,
      { locale, timeZone: "UTC", messages: { errors: messagesOf(locale).errors } } as never,
      createElement(Catch),
    ),
  );
  const [words] = caught;
  if (!words) throw new Error("nothing was rendered");
  return words;
}

test("every code of the API has words of its own, and no words are left over", () => {
  expect(Object.keys(errors.codes).toSorted()).toEqual([...errorCodes, "connection_lost"].toSorted());
  for (const { title, body } of Object.values(errors.codes)) {
    expect(title).toMatch(/^[A-Z].*[^.!]$/);
    expect(body).toMatch(/^[A-Z].*\.$/);
    expect(`${title} ${body}`).not.toMatch(/oops|sorry|submit|invalid|\bOK\b/i);
  }
});

test.each(errorCodes)("%s is said without a placeholder left open", (code) => {
  const words = wordsOf(
    new ApiProblem({ status: 422, code, detail: "", attemptsLeft: 1, retryAfterSeconds: 200, requestId: "r-1" }),
  );
  expect(words.title).toBe(errors.codes[code].title);
  expect(words.more).toEqual(["One try is left.", "Try again in 4 minutes."]);
  expect(words.request).toBe("Request r-1");
});

test("a validation names the members that are wrong, each once", () => {
  const violation = { pointer: "/email", code: "email", detail: "The address is not complete." };
  const words = wordsOf(
    new ApiProblem({ status: 422, code: "validation_failed", detail: "…", violations: [violation, violation] }),
  );
  expect(words.more).toEqual(["The address is not complete."]);
});

test("in another language the members that are wrong are said by their codes, each once, and the API's English is not shown", () => {
  const violation = {
    pointer: "/password",
    code: "too_short",
    detail: "The password needs at least 10 characters",
    bound: 10,
  };
  const words = wordsOf(
    new ApiProblem({
      status: 422,
      code: "validation_failed",
      detail: "…",
      violations: [violation, violation, { ...violation, code: "odd" }],
    }),
    "pt",
  );
  expect(words.more).toEqual(["Use pelo menos 10 caracteres.", "Isto não está certo. Corrija e tente de novo."]);
});

test("a code that this version does not know is said like a defect of ours", () => {
  expect(wordsOf(new ApiProblem({ status: 418, code: "teapot" as ProblemCode, detail: "" })).title).toBe(
    errors.codes.internal.title,
  );
});
