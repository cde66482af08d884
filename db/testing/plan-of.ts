import pg from "pg";
import { vi } from "vitest";

/** The plans of the statements that `work` runs, obtained by EXPLAIN on the same connection, as one text. */
export async function planOf(work: () => Promise<unknown>): Promise<string> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const calls = spy.mock.calls.map((given, at) => ({
    client: spy.mock.contexts[at] as pg.Client,
    given: given as unknown as [{ text?: string }, unknown[]?],
  }));
  spy.mockRestore();
  const lines: string[] = [];
  for (const {
    client,
    given: [{ text }, values],
  } of calls) {
    if (!text || !/^\s*(select|update|delete|with)\b/i.test(text)) continue;
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    lines.push(...rows.map((row) => row["QUERY PLAN"]));
  }
  return lines.join("\n");
}
