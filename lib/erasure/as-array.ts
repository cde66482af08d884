import { sql, type SQL } from "drizzle-orm";

/** One parameter, an array of Postgres: `= any(…)`. Empty ones are fine, unlike in a list. */
export function intArray(values: readonly number[]): SQL {
  return sql`${sql.param([...values])}::int[]`;
}

export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}
