import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSteps, withToken, withValues } from "./developers-view";

const steps = readSteps(readFileSync("docs/quickstart.md", "utf8"));

test("splits the quickstart into a title, text and one block per step", () => {
  expect(steps.map(({ title }) => title)).toEqual([
    "Your values",
    "A token",
    "Create a draft",
    "Place a field",
    "Webhooks",
    "Release",
    "All in one call",
    "Send a template",
    "Send in bulk",
    "Collect signatures by link",
    "Ask for files",
    "Send an envelope",
    "Check the status",
  ]);
  for (const { text, code } of steps) {
    expect(text).toMatch(/\.$/);
    expect(code).not.toContain("```");
    expect(code.length).toBeGreaterThan(20);
  }
});

test.each(["plain@example.org", "o'brien@example.org", "a$b`c}d\"e\\f'g@example.org", "$(id)@example.org"])(
  "passes a live value such as %s to the shell unchanged",
  (email) => {
    const [values] = steps;
    const filled = withValues(values?.code ?? "", { BASE: "http://localhost:4000", EMAIL: email });
    const shown = execFileSync("bash", ["-c", `${filled}\nprintf '%s\\n' "$BASE" "$EMAIL"`], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", NODE_ENV: "test", PASSWORD: "x" },
    });
    expect(shown).toBe(`http://localhost:4000\n${email}\n`);
  },
);

test("replaces only the call that creates a token when a token is known", () => {
  const filled = steps.map((step) => withToken(step, "pk_known"));
  expect(filled[1]?.code).toBe("TOKEN=pk_known");
  expect(filled.filter((step, index) => step !== steps[index])).toHaveLength(1);
});
