import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** The rows of a query in the text format of COPY, as they come. Nothing else may be asked of the client until the last one has been read. */
export function copyOut(client: ClientBase, query: string): Readable {
  return client.query(copyTo(`copy (${query}) to stdout`));
}

/** Writes rows from `copyOut`; returns their number. `columns` are of `table`; both are quoted here. */
export async function copyIn(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`));
  await pipeline(rows, stream);
  return stream.rowCount;
}
