import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { callOf, curlOf, valueKey, type ParameterView } from "./operation-view";

const parameter = (place: ParameterView["place"], name: string): ParameterView => ({
  place,
  name,
  required: false,
  description: null,
  schema: {},
  example: null,
});
const parameters = [
  parameter("path", "uuid"),
  parameter("query", "q"),
  parameter("query", "page"),
  parameter("header", "Idempotency-Key"),
];
const values = {
  [valueKey({ place: "path", name: "uuid" })]: "a/b?c",
  [valueKey({ place: "query", name: "q" })]: "Müller & Co",
  [valueKey({ place: "query", name: "page" })]: " ",
  [valueKey({ place: "header", name: "Idempotency-Key" })]: "k1",
};
const filled = {
  method: "POST",
  path: "/file/{uuid}/x",
  isBelowBase: true,
  parameters,
  values,
  body: { type: "application/json", content: `{"name":"Ana's $HOME \\"lease\\""}` },
  credential: { kind: "token", token: "pk_secret" },
} as const;

describe("a call from the page of an operation", () => {
  test("escapes values and leaves out empty ones", () => {
    expect(callOf(filled)).toMatchObject({
      path: "/api/v1/file/a%2Fb%3Fc/x?q=M%C3%BCller+%26+Co",
      headers: { "Idempotency-Key": "k1", "Content-Type": "application/json" },
    });
    expect(callOf({ ...filled, isBelowBase: false }).path).toMatch(/^\/file\//);
  });

  test("writes a shell line with the exact body and without secrets", () => {
    const line = curlOf(callOf(filled), "https://sign.example.org");
    expect(line).not.toContain("pk_secret");
    const shown = execFileSync(
      "sh",
      ["-c", `curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }; TOKEN=t; ${line}`],
      { encoding: "utf8" },
    );
    expect(shown.split("\n")).toEqual(
      expect.arrayContaining([
        filled.body.content,
        "Authorization: Bearer t",
        "https://sign.example.org/api/v1/file/a%2Fb%3Fc/x?q=M%C3%BCller+%26+Co",
      ]),
    );
  });
});
