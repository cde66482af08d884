/** One INSERT … SELECT. `$1` and `$2` are the first and the last document of a batch, `$3` how many there will be, where the text names them. */
export interface FillStatement {
  name: string;
  sql: string;
}
