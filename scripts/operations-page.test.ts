import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "@/lib/api/operations";
import { configVariables } from "@/lib/platform/config";
import packageJson from "@/package.json";

const page = readFileSync("docs/operations.md", "utf8");

function section(heading: string): string {
  const from = page.indexOf(`\n## ${heading}\n`);
  const to = page.indexOf("\n## ", from + 1);
  expect(from, heading).toBeGreaterThan(0);
  return page.slice(from, to === -1 ? undefined : to);
}

test("the table of variables has exactly the variables that the configuration and the backups read", () => {
  const rows = section("Variables")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name),
  );
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((name) => !name.startsWith("BACKUP_")).sort()).toEqual(configVariables.toSorted());
  const backup = readFileSync("scripts/backup-places.ts", "utf8");
  for (const name of named.filter((one) => /^BACKUP_PASS/.test(one))) expect(backup).toContain(name);
});

test(".env.example has every variable that the configuration reads", () => {
  const example = new Set(
    [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name),
  );
  const internal = new Set(["NODE_ENV", "PSEUDO_LOCALES"]);
  expect(configVariables.filter((name) => !internal.has(name) && !example.has(name))).toEqual([]);
});

test("every command and path on the page exists", () => {
  const scripts = packageJson.scripts as Record<string, string>;
  const commands = [...page.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
  const known = operations.map(({ method, path }) => `${method} ${path}`);
  const called = [...page.matchAll(/(?:-X ([A-Z]+) )?http:\/\/localhost:3000\/api\/v1(\/[\w/-]+)/g)].map(
    ([, method = "GET", path = ""]) => `${method} ${path}`,
  );
  expect(called.length).toBeGreaterThan(2);
  expect(called.filter((one) => !known.includes(one))).toEqual([]);
  for (const [, file = ""] of page.matchAll(/`(docs\/deploy\/[\w./-]+)`/g)) expect(existsSync(file), file).toBe(true);
});
