import { sql } from "drizzle-orm";
import { elements, type Element, type File } from "@/db/schema/files";
import { appendAuditEvents } from "@/lib/audit/append";
import type { NewAuditEvent } from "@/lib/audit/events";
import type { Actor, Ctx } from "@/lib/context";
import { contentOf } from "@/lib/elements/add";
import { assertDrawable } from "@/lib/elements/assert-drawable";
import { describeElement } from "@/lib/elements/describe";
import { assertFits, type ElementContent } from "@/lib/elements/rules";
import type { SignerElement } from "@/lib/elements/schema";
import { memberName } from "@/lib/errors";
import type { SignerPlan } from "./plan-signers";
import type { SignerToPrepare } from "./prepare";

/** An element that has its id before its row: the name of its field in the PDF holds the id. */
export type PlannedElement = ElementContent & Pick<Element, "id">;

/**
 * The elements that a new request names with its signers, checked against the document and with ids reserved. `plan.added` holds the signers in the
 * order of `users`. Throws `page_out_of_range`, `element_outside_page`, `signed_file_one_element`, `glyph_missing`, `validation_failed`.
 */
export async function planElements(
  ctx: Ctx,
  file: Pick<File, "pages" | "alreadySigned">,
  users: readonly { visibleElements?: SignerElement[] | undefined }[],
  plan: SignerPlan,
): Promise<PlannedElement[]> {
  const named = users.flatMap(({ visibleElements = [] }, user) =>
    visibleElements.map((element, at) => ({ element, user, pointer: `/users/${user}/visibleElements/${at}` })),
  );
  const contents: ElementContent[] = [];
  for (const { element, user, pointer } of named) {
    const signer = plan.added[user];
    if (!signer) throw new Error("a new request adds every signer it names");
    const content = contentOf(file.pages, element, signer.id, pointer);
    assertFits(ctx, file, content, contents, pointer);
    contents.push(content);
  }
  await assertDrawable(
    ctx,
    named.flatMap(({ element: { value }, pointer }) =>
      value ? [{ text: value, pointer: `${pointer}/value`, subject: memberName(`${pointer}/value`) }] : [],
    ),
  );
  const ids = await reserveElementIds(ctx, contents.length);
  return contents.map((content, index) => ({ id: ids[index] ?? 0, ...content }));
}

/** The signers of a plan with the elements planned for them, as a preparation takes them. */
export function withElements(plan: SignerPlan, planned: readonly PlannedElement[]): SignerToPrepare[] {
  return plan.added.map(({ id, displayName }) => ({
    id,
    displayName,
    elements: planned.filter((element) => element.signRequestId === id),
  }));
}

/** In the transaction that made the file and its signers. */
export async function insertPlannedElements(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  planned: readonly PlannedElement[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = await ctx.db
    .insert(elements)
    .values(planned.map((element) => ({ fileId, ...element })))
    .returning();
  const events = rows.map((element): NewAuditEvent => ({ type: "element.created", data: describeElement(element) }));
  const [first, ...others] = events;
  if (first) await appendAuditEvents(ctx, actor, fileId, [first, ...others]);
}

async function reserveElementIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const result = await ctx.db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('elements', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return result.rows.map((row) => Number(row.id));
}
