import type { TemplateRole } from "@/db/schema/templates";
import { toBlobs } from "@/lib/documents/storage/segments";
import { findSuggestions, nothingSuggested } from "@/lib/documents/suggestions/find";
import type { TemplateSuggestionsAnswer } from "@/lib/documents/suggestions/schema";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { Actor, Ctx } from "@/lib/platform/context";
import { getOwnTemplate } from "./access";
import { contentOf } from "./draw-page";

/**
 * `GET /templates/{id}/suggestions`: the fields of the form of a template's document, and the places in its text and drawings that ask for a field. A
 * signer that the text names by number is a role by signing order. Throws `not_found`, `integrity_error`, `too_large`.
 */
export async function listTemplateSuggestions(
  ctx: Ctx,
  actor: Actor,
  { id }: { id: number },
): Promise<TemplateSuggestionsAnswer> {
  const { version, document } = await getOwnTemplate(ctx, actor, { id });
  if (document.alreadySigned) return nothingSuggested;
  const segments = contentOf(document);
  await withFileErrors(() => ctx.blobs.verifySegments(toBlobs(document, segments)));
  const { found, ...searched } = await findSuggestions(ctx, document, segments);
  const names = namesInOrder(version.roles);
  const data = found.map((one) => ({ ...one, role: one.signer === null ? null : (names[one.signer - 1] ?? null) }));
  return { data, ...searched };
}

/** As a request from the template numbers its people. Only a signer has fields. */
function namesInOrder(roles: readonly TemplateRole[]): (string | null)[] {
  return roles
    .toSorted((a, b) => a.signingOrder - b.signingOrder)
    .map(({ name, role = "signer" }) => (role === "signer" ? name : null));
}
