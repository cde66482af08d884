import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { jsonPieces } from "./export";

async function* items(...values: unknown[]): AsyncGenerator<unknown> {
  for (const value of values) yield value;
}

const read = (whole: object, lists: Record<string, AsyncIterable<unknown>>): Promise<string> =>
  text(Readable.from(jsonPieces(whole, lists), { objectMode: false }));

test("forms one JSON document from the pieces, whatever their content", async () => {
  const whole = { name: 'Ana }\n"Silva"', nested: { list: [1, 2] } };
  const document = await read(whole, { none: items(), one: items({ a: "]" }), two: items(1, "\n}") });
  expect(JSON.parse(document)).toEqual({ ...whole, none: [], one: [{ a: "]" }], two: [1, "\n}"] });
});
