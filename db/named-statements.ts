import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";

/**
 * A plan takes about 20 KB in Postgres per connection. Statements beyond this number, such as lists of unusual length,
 * are planned each time.
 */
const mostNames = 200;
const longestText = 8_000;

/**
 * Marks a statement whose best plan depends on its values, such as the dashboard of a signer with very many documents.
 * Without the mark, Postgres would keep one plan for all values after five calls.
 */
const mark = "/* planned for its values */";
export const plannedForItsValues = sql.raw(`${mark} `);

interface Statement {
  text: string;
  name?: string;
}

/**
 * Names every statement with parameters by its text, so that Postgres parses and plans it once per connection rather
 * than on each call: planning takes longer than most of our statements run. Statements that already have a name keep
 * it.
 */
export function nameStatements(client: ClientBase): void {
  const names = new Map<string, string>();
  // Looked up at each call, so that a spy on the class sees the statements.
  const driver = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown };
  const named = (statement: unknown, values: unknown): unknown => {
    if (!isStatement(statement) || statement.name !== undefined || !Array.isArray(values) || values.length === 0)
      return statement;
    const name = names.get(statement.text) ?? newName(names, statement.text);
    return name === null ? statement : { ...statement, name };
  };
  (client as { query: unknown }).query = (statement: unknown, values: unknown, ...rest: unknown[]) =>
    driver.query.call(client, named(statement, values), values, ...rest);
}

/**
 * Removes the names of named statements: behind a pooler the next call may reach a connection that has not prepared it.
 */
export function dropNames(client: ClientBase): void {
  const driver = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown };
  (client as { query: unknown }).query = (statement: unknown, ...rest: unknown[]) =>
    driver.query.call(client, isStatement(statement) ? { ...statement, name: undefined } : statement, ...rest);
}

function newName(names: Map<string, string>, text: string): string | null {
  if (names.size >= mostNames || text.length > longestText || text.startsWith(mark)) return null;
  const name = `s_${createHash("sha256").update(text).digest("hex").slice(0, 40)}`;
  names.set(text, name);
  return name;
}

function isStatement(given: unknown): given is Statement {
  return (
    typeof given === "object" &&
    given !== null &&
    "text" in given &&
    typeof given.text === "string" &&
    !("submit" in given)
  );
}
