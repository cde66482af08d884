import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import { insertElement } from "@/lib/elements/add";
import { updateElement } from "@/lib/elements/change";
import { newElement, type ElementInput } from "@/lib/elements/schema";
import { lockOwnFile, type FileRef } from "@/lib/files/access";
import { toId } from "@/lib/files/identifiers";
import { readSettings } from "@/lib/settings/read";
import { readActiveSigners } from "./active-signers";
import { applySignerPlan } from "./apply-plan";
import { planFor } from "./change-signers";
import { readExpiry } from "./expiry-date";
import { readSigners } from "./read-signers";
import type { RequestChange, SignerInput } from "./schema";

/**
 * Everything of a PATCH that changes a draft, in one transaction: name, end, signers, boxes. Throws `signers_missing` when the
 * same call wants it released and nobody would be left to sign; `race_lost` when it has just been released.
 */
export async function editDraft(ctx: Ctx, actor: Actor, ref: FileRef, input: RequestChange): Promise<void> {
  const users = input.users ?? input.signers;
  await ctx.tx(async (tx) => {
    const file = await lockOwnFile(tx, actor, ref);
    if (file.status !== "draft") throw new DomainError("race_lost");
    await changeFacts(tx, actor, file, input);
    if (users !== undefined) await replaceDraftSigners(tx, actor, file, users);
    for (const [index, element] of (input.visibleElements ?? []).entries()) await placeElement(tx, actor, file, element, index);
    if (input.status === 1 && (await readActiveSigners(tx, file.id)).length === 0) throw new DomainError("signers_missing", { detail: "Nobody is named to sign." });
  });
}

async function changeFacts(ctx: Ctx, actor: Actor, file: File, input: RequestChange): Promise<void> {
  const facts: Partial<Pick<File, "name" | "expiresAt">> = {};
  if (input.name !== undefined && input.name !== file.name) facts.name = input.name;
  if (input.expiresAt !== undefined && new Date(input.expiresAt).getTime() !== file.expiresAt?.getTime()) facts.expiresAt = readExpiry(input.expiresAt, await ctx.now());
  const changed = Object.keys(facts);
  if (changed.length === 0) return;
  await ctx.db.update(files).set(facts).where(eq(files.id, file.id));
  await appendAuditEvent(ctx, actor, file.id, { type: "file.changed", data: { changed } });
}

async function replaceDraftSigners(ctx: Ctx, actor: Actor, file: File, users: readonly SignerInput[]): Promise<void> {
  const settings = await readSettings(ctx);
  const wanted = readSigners(users, { settings, maxSigners: ctx.limits.signersPerFile, mayNameById: true });
  const plan = await planFor(ctx, await readActiveSigners(ctx, file.id), wanted, settings);
  await applySignerPlan(ctx, actor, file, plan, settings.identifyMethods);
}

/** With an id the element is changed, without one it is added. */
async function placeElement(ctx: Ctx, actor: Actor, file: File, { elementId, ...element }: ElementInput, index: number): Promise<void> {
  const pointer = `/visibleElements/${index}`;
  if (elementId !== undefined) {
    await updateElement(ctx, actor, file, toId(elementId), element, pointer);
    return;
  }
  const complete = newElement.safeParse(element);
  if (!complete.success) throw invalid(`${pointer}/${complete.error.issues[0]?.path.join("/") ?? ""}`, "required", `visibleElements[${index}] needs type, signRequestId and coordinates`);
  await insertElement(ctx, actor, file, complete.data, pointer);
}
