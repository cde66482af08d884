import { createHash } from "node:crypto";
import { z } from "zod";
import type { FileStatus } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { statusNumbers } from "@/lib/records/events/status";
import type { Cursor, SortName } from "./select-documents";

/** A document of a page. Times are as Postgres prints them in JSON, so that no digit is lost. */
interface Placed {
  id: number;
  name: string;
  status: FileStatus;
  createdAt: string;
  /** When signing closes; null where nobody can sign. */
  deadline?: string | null;
}

/**
 * Opaque to clients. The MAC binds it to `scope`: the order, and the filters of lists that accept it with the same
 * filters only.
 */
export function printCursor(ctx: Pick<Ctx, "secrets">, scope: readonly unknown[], by: SortName, file: Placed): string {
  const content = Buffer.from(JSON.stringify([valueOf(file, by), file.id])).toString("base64url");
  return `${content}.${macOf(ctx, scope, content)}`;
}

/** Null for anything that `printCursor` did not produce for this scope. */
export function readCursor(ctx: Pick<Ctx, "secrets">, scope: readonly unknown[], given: string): Cursor | null {
  const content = given.split(".", 1)[0] ?? "";
  if (given !== `${content}.${macOf(ctx, scope, content)}`) return null;
  const [value, id] = parts.parse(JSON.parse(Buffer.from(content, "base64url").toString()));
  return { value, id };
}

const parts = z.tuple([z.string(), z.int()]);

function valueOf({ createdAt, name, status, deadline }: Placed, by: SortName): string {
  return { created_at: createdAt, name, status: String(statusNumbers[status]), deadline: deadline ?? "infinity" }[by];
}

function macOf(ctx: Pick<Ctx, "secrets">, scope: readonly unknown[], content: string): string {
  const text = JSON.stringify([...scope, content]);
  return createHash("sha256").update(ctx.secrets.hmac("cursor", text)).digest("base64url").slice(0, 22);
}
