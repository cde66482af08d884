import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { alias } from "drizzle-orm/pg-core";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { connect, type Db } from "./client";
import { rememberingDialect } from "./remembered-selections";
import { accounts } from "./schema/accounts";
import { files, signRequests } from "./schema/files";

/** Statements are only written: nothing connects. */
const ours = connect("postgres://nobody@127.0.0.1/nothing").db;
const plain: Db = drizzle(new pg.Pool());

const statements: Record<string, (db: Db) => { toSQL(): unknown }> = {
  "a row": (db) => db.select().from(files).where(eq(files.id, 7)),
  "rows of a join": (db) =>
    db
      .select({ file: files, signer: signRequests })
      .from(files)
      .innerJoin(signRequests, eq(signRequests.fileId, files.id)),
  "the columns of a join alone": (db) =>
    db
      .select({ id: files.id, email: accounts.email })
      .from(files)
      .innerJoin(accounts, eq(accounts.id, files.requesterId)),
  "the same columns of one table": (db) => db.select({ id: files.id, name: files.name }).from(files),
  "fewer columns": (db) => db.select({ id: files.id }).from(files),
  "columns and an expression with a value": (db) =>
    db.select({ id: files.id, one: sql<number>`${files.revision} + ${1}` }).from(files),
  "an expression with another value": (db) =>
    db.select({ id: files.id, one: sql<number>`${files.revision} + ${2}` }).from(files),
  "an alias": (db) => db.select().from(alias(accounts, "other")),
  "what an update returns": (db) => db.update(files).set({ name: "Lease" }).where(eq(files.id, 7)).returning(),
  "what a deletion returns": (db) => db.delete(accounts).returning({ id: accounts.id, email: accounts.email }),
};

test.each(Object.entries(statements))("%s is written as drizzle writes it, at first and again", (_name, build) => {
  for (let time = 0; time < 3; time++) expect(build(ours).toSQL()).toEqual(build(plain).toSQL());
});

test("the columns of a table are written once", () => {
  const dialect = rememberingDialect() as unknown as {
    buildSelection: (fields: { field: unknown }[]) => { queryChunks: unknown[] };
  };
  const writes = vi.spyOn(dialect as unknown as { sqlToQuery: () => unknown }, "sqlToQuery");
  const list = () =>
    Object.values(accounts)
      .filter((column) => typeof column === "object")
      .map((field) => ({ field }));
  const first = dialect.buildSelection(list());
  expect(dialect.buildSelection(list())).toBe(first);
  expect(first.queryChunks).toHaveLength(1);
  expect(writes).toHaveBeenCalledTimes(1);
});
