import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { settings } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { readSettings } from "./read";

const db = useRolledBackDatabase();
const context = useTestContext();

const folder = path.join(process.cwd(), "db", "migrations");
const name = readdirSync(folder).find((file) => file.endsWith("_fewer_trips.sql")) ?? "";
const [keepDefault = ""] = readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint");

test("an upgrade keeps accounts as the default of an instance in use, and keeps its own setting", async () => {
  const ctx = context(db());
  await makeAccount(ctx);
  await ctx.db.delete(settings);
  await ctx.db.execute(sql.raw(keepDefault));
  expect((await readSettings(ctx)).identifyMethods).toEqual(["account"]);
  await ctx.db.update(settings).set({ value: ["sms"] });
  await ctx.db.execute(sql.raw(keepDefault));
  expect((await readSettings(ctx)).identifyMethods).toEqual(["sms"]);
});

test("a new instance identifies signers by e-mail, without an account", async () => {
  const ctx = context(db());
  await ctx.db.delete(settings);
  await ctx.db.execute(sql.raw(keepDefault));
  expect((await readSettings(ctx)).identifyMethods).toEqual(["email"]);
});
