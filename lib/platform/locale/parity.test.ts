import { describe, expect, test } from "vitest";
import { defaultLimits } from "@/lib/platform/limits";
import englishFailure from "./en/failure.json";
import englishRefusal from "./en/refusal.json";
import { messages, messagesOf, type MessageTree } from "./messages";
import { portuguese } from "./portuguese";
import portugueseFailure from "./pt/failure.json";
import portugueseRefusal from "./pt/refusal.json";
import { shapeOf } from "./testing/message-shape";

/** Interfaces for programs remain English for everyone. */
const englishOnly = "docs";
const english = flat(
  Object.fromEntries(
    Object.entries({ ...messages, failure: englishFailure, refusal: englishRefusal }).filter(
      ([area]) => area !== englishOnly,
    ),
  ),
);
const translated = flat({ ...portuguese, failure: portugueseFailure, refusal: portugueseRefusal });

/** Words that are the same in Portuguese, and names. */
const sameInBoth = new Set([
  "API",
  "E-mail",
  "Editor",
  "Zoom",
  "Paraph",
  "OK",
  "Status",
  "Status: {state}",
  "Status {status}.",
  "ETSI EN 319 102-1",
  "Formal",
  "PDF",
  "PNG",
  "Scripts (JavaScript)",
  "SMS",
  "Signal",
  "Telegram",
  "Token",
  "Tokens",
  "Webhook",
  "Webhooks",
  "URL",
  "SHA-256",
  "npm run verify -- document.pdf bundle.zip",
  "{ms} ms",
]);

function flat(tree: MessageTree, path = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === "string"
        ? ([[`${path}${name}`, value]] as [string, string][])
        : [...flat(value, `${path}${name}.`)],
    ),
  );
}

/** Names of keys, units and programs, which are the same in every language. */
const namesOfThings = [
  "attachments.types.",
  "editor.keyboard.names.",
  "editor.text.points",
  "administration.limits.unit.",
  "administration.health.versions",
  "administration.diagnostics.fact.node",
  "administration.diagnostics.fact.postgres",
  "administration.activity.about.durationMs",
];

const hasWords = (message: string): boolean => /\p{L}{2}/u.test(message.replace(/\{[^{}]*\}|<\/?\w+>/g, ""));

describe("the Portuguese catalogue", () => {
  test("has exactly the messages of the English one", () => {
    expect(
      [...english.keys()].filter((key) => !translated.has(key)),
      "missing in lib/platform/locale/pt",
    ).toEqual([]);
    expect(
      [...translated.keys()].filter((key) => !english.has(key)),
      "in lib/platform/locale/pt and nowhere else",
    ).toEqual([]);
  });

  test("has the same arguments and links in each message", () => {
    const different = [...translated].filter(
      ([key, message]) => english.has(key) && shapeOf(message).join() !== shapeOf(english.get(key) ?? "").join(),
    );
    expect(
      different.map(
        ([key, message]) =>
          `${key}: ${shapeOf(english.get(key) ?? "").join(", ")} became ${shapeOf(message).join(", ")}`,
      ),
    ).toEqual([]);
  });

  test("leaves nothing in English except words that Portuguese has adopted", () => {
    const left = [...translated].filter(
      ([key, message]) =>
        english.get(key) === message &&
        hasWords(message) &&
        !sameInBoth.has(message) &&
        !namesOfThings.some((names) => key.startsWith(names)),
    );
    expect(left.map(([key, message]) => `${key}: ${message}`)).toEqual([]);
  });
});

describe("the shape of a message", () => {
  test.each([
    ["Hello {name}, see <link>this</link>", ["<link>", "name"]],
    ["{count, plural, one {# page of {name}} other {# pages}}", ["count:plural", "name"]],
    [
      "{state, select, draft {a} other {{count, plural, =0 {none} other {#}}}} {at, date, short}",
      ["at:date", "count:plural", "state:select(draft|other)"],
    ],
  ])("of %s is %j", (message, shape) => {
    expect(shapeOf(message)).toEqual(shape);
  });

  test.each(["{name", "name}", "{count, plural, one {#}}", "it''s '{name}'", "{}"])(
    "%s is not a message",
    (message) => {
      expect(() => shapeOf(message)).toThrow();
    },
  );
});

/** Periods and sizes that `LIMITS` does not change. */
const fixedFigures = [
  "administration.jobs.intro",
  "administration.retention.dueTitle",
  "administration.retention.dueIfTitle",
];

const figureWords: Record<number, string[]> = {
  5: ["five", "cinco"],
  10: ["ten", "dez"],
  15: ["fifteen", "quinze"],
  20: ["twenty", "vinte"],
  30: ["thirty", "trinta"],
  60: ["sixty", "sessenta"],
};

/** How a text would state the standard value of a limit: "25 MB", "ten minutes", "30 days", "20 per hour". */
const limitFigures = Object.entries(defaultLimits).flatMap(([name, value]): RegExp[] => {
  const [, unit] = /(Bytes|Days|Seconds|PerHour|PerMinute|PerDay)$/.exec(name) ?? [];
  const state = (count: number, after: string) => [
    new RegExp(`\\b(?:${[count, ...(figureWords[count] ?? [])].join("|")})[ \\u00a0]${after}`, "i"),
  ];
  if (unit === "Bytes") return state(value / 1024 ** 2, "Mi?B\\b");
  if (unit === "Days") return state(value, "(?:days|dias)\\b");
  if (unit === "Seconds") return state(value / 60, "(?:minutes|minutos)\\b");
  if (unit === "PerHour") return state(value, "(?:per|an|por) (?:hour|hora)\\b");
  return [];
});

test("no message states the standard value of a limit, which LIMITS may change", () => {
  const stated = [...english, ...translated].filter(
    ([key, message]) =>
      !fixedFigures.some((fixed) => key.startsWith(fixed)) && limitFigures.some((figure) => figure.test(message)),
  );
  expect(stated.map(([key, message]) => `${key}: ${message}`)).toEqual([]);
  expect(limitFigures.some((figure) => figure.test("The code is valid for ten minutes."))).toBe(true);
});

test("the test locales have every message in brackets, longer and with the same arguments", () => {
  const before = flat(messages);
  for (const locale of ["en-XA", "ar-XB"] as const) {
    for (const [key, message] of flat(messagesOf(locale))) {
      if (key.startsWith("signing.confirm.consent") || key.startsWith(`${englishOnly}.`)) continue;
      const standard = before.get(key) ?? "";
      expect(message.startsWith("⟦") && message.endsWith("⟧") && message.length >= standard.length * 1.4, key).toBe(
        true,
      );
      expect(shapeOf(message), key).toEqual(shapeOf(standard));
    }
  }
});
