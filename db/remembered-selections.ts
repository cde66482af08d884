import { Column, is, sql, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

interface Selected {
  field: unknown;
}

/** What drizzle's dialect calls for the list of columns of `select` and `returning`; its types keep it to itself. */
type BuildSelection = (fields: readonly Selected[], options?: { isSingleTable?: boolean }) => SQL;

interface Remembered {
  fields: readonly unknown[];
  isSingleTable: boolean;
  selection: SQL;
}

/** Lists that begin with one column. There are a few in the source; columns of aliases are made anew by each statement. */
const mostLists = 20;

/**
 * Drizzle's dialect, which writes a list of columns once a process. Drizzle builds it from some ten objects a column, each time: for a row of `files` that is
 * 100 µs and most of the garbage of a statement, and a journey reads sixty such rows.
 */
export function rememberingDialect(): PgDialect {
  const dialect = new PgDialect();
  const building = dialect as unknown as { buildSelection: BuildSelection };
  const build = building.buildSelection.bind(dialect);
  const known = new WeakMap<Column, Remembered[]>();
  building.buildSelection = (fields, options = {}) => {
    const first = fields[0]?.field;
    if (!(first instanceof Column)) return build(fields, options);
    const isSingleTable = options.isSingleTable ?? false;
    const lists = known.get(first) ?? [];
    const found = lists.find((list) => list.isSingleTable === isSingleTable && isSame(list.fields, fields));
    if (found) return found.selection;
    const selection = build(fields, options);
    if (lists.length >= mostLists || !fields.every(({ field }) => is(field, Column))) return selection;
    const written = sql.raw(dialect.sqlToQuery(selection).sql);
    known.set(first, [...lists, { fields: fields.map(({ field }) => field), isSingleTable, selection: written }]);
    return written;
  };
  return dialect;
}

function isSame(remembered: readonly unknown[], fields: readonly Selected[]): boolean {
  return remembered.length === fields.length && remembered.every((field, at) => field === fields[at]?.field);
}
