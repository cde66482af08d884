import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const folder = path.join(process.cwd(), "db", "migrations");
const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));

/** Statements that break the previous version while both versions run. */
const narrowing =
  /\bdrop\s+(table|column|constraint|view|function|type|schema)\b|\brename\b|\bset\s+not\s+null\b|\bset\s+data\s+type\b|\balter\s+column\s+\S+\s+type\b/i;

function complaintAbout(sql: string): string | null {
  const [, kind] = /^-- (expand|contract): \S.*\n/.exec(sql) ?? [];
  if (kind === undefined) return "the first line has neither `-- expand: …` nor `-- contract: …`";
  const found = narrowing.exec(sql.replaceAll(/--.*$/gm, ""));
  return kind === "expand" && found ? `it expands, and has "${found[0]}"` : null;
}

describe("migrations", () => {
  test.each(files)("%s declares whether it expands or contracts, and does only that", (name) => {
    const sql = readFileSync(path.join(folder, name), "utf8");
    // The first migration creates everything that it drops.
    expect(complaintAbout(name.startsWith("0000_") ? (sql.split("\n", 1)[0] ?? "") + "\n" : sql)).toBeNull();
  });

  test.each([
    ["create table a (b int);", /neither/],
    ["-- expand:\ncreate table a (b int);", /neither/],
    ["-- expand: one more\nALTER TABLE a DROP COLUMN b;", /DROP COLUMN/],
    ["-- expand: one more\nalter table a alter column b set not null;", /set not null/],
  ])("refuses %j", (sql, complaint) => {
    expect(complaintAbout(sql)).toMatch(complaint);
  });

  test("lets a contracting migration drop and an expanding one add", () => {
    expect(complaintAbout("-- contract: nothing reads b since 0.2\nalter table a drop column b;")).toBeNull();
    expect(complaintAbout("-- expand: for retention\nalter table a add column c int; -- drop column later")).toBeNull();
  });
});
