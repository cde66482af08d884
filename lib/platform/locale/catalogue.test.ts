import type { CompiledMessage } from "icu-minify/format";
import { _createCache, _createIntlFormatters } from "use-intl/core";
import formatMessage from "use-intl/format-message";
import formatCompiled from "use-intl/format-message/format-only";
import { expect, test } from "vitest";
import { compiledWhenRead } from "./catalogue";
import { messagesOf } from "./messages";
import { shapeOf } from "./testing/message-shape";

const cache = _createCache();

test.each([
  ["pt", "pt"],
  ["en @exhaustive", "en"],
] as const)("formats every message of %s the same when compiled", (_name, locale) => {
  const options = { cache, formatters: _createIntlFormatters(cache), locale, timeZone: "UTC" };
  const compiled = new Map(leaves(compiledWhenRead(messagesOf(locale))));
  const words = leaves(messagesOf(locale)) as [string, string][];
  expect(words.length).toBeGreaterThan(3000);
  for (const [name, word] of words)
    for (const values of samples(word))
      expect(formatCompiled(name, compiled.get(name) as CompiledMessage, values, options), name).toEqual(
        formatMessage(name, word, values, options),
      );
});

test("compiles messages that the server can pass to the browser", () => {
  const { signing } = compiledWhenRead(messagesOf("en"));
  const objects = (value: unknown): object[] =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objects)] : [];
  const prototypes = new Set(objects(signing).map((value): unknown => Object.getPrototypeOf(value)));
  expect(prototypes).toEqual(new Set([Object.prototype, Array.prototype]));
});

function leaves(tree: object, prefix = ""): [string, unknown][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? leaves(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as [string, unknown]],
  );
}

type Sample = string | number | Date | ((chunks: unknown) => string);

/** Values for a message: numbers for each plural, each option of a choice, and tags that keep their content. */
function samples(message: string): Record<string, Sample>[] {
  // The API documentation contains quoted braces, which are not arguments.
  const shape = /'[{}<]/.test(message) ? [] : shapeOf(message);
  const options = shape.flatMap((part) => /:select\((.*)\)/.exec(part)?.[1]?.split("|") ?? []);
  const count = Math.max(3, options.length);
  return Array.from({ length: count }, (_, round) =>
    Object.fromEntries(
      shape.map((part): [string, Sample] => {
        const [name = "", type] = part.replace(/^<(.*)>$/, "$1:tag").split(/:(.*)/);
        const chosen = /^select\((.*)\)/.exec(type ?? "")?.[1]?.split("|");
        if (chosen) return [name, chosen[round % chosen.length] ?? "other"];
        if (type === "tag") return [name, (chunks: unknown) => `[${[chunks].flat().join("")}]`];
        if (type === "date" || type === "time") return [name, new Date("2027-03-12T14:02:00Z")];
        return [name, type === undefined && round === 0 ? "Ana" : ([1, 2, 1234][round % 3] ?? 1)];
      }),
    ),
  );
}
