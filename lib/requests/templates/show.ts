import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import {
  templateDocuments,
  templates,
  templateVersions,
  type Template,
  type TemplateRole,
} from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { pagesOf } from "@/lib/documents/pages";
import { invalid } from "@/lib/platform/errors";
import { detailsOf } from "@/lib/platform/field-rules/details";
import { toAttachmentRequestWire } from "../state/attachment-requests";
import { getOwnTemplate, type WholeTemplate } from "./access";
import type { Unfit } from "./content";
import type { TemplateSummary, TemplateVersionWire, TemplateWire } from "./schema";

/** `GET /templates/{id}`: the current version. Throws `not_found`. */
export async function showTemplate(
  ctx: Ctx,
  actor: Actor,
  { id, unfit }: { id: number; unfit?: Unfit[] | undefined },
): Promise<TemplateWire> {
  const stored = await getOwnTemplate(ctx, actor, { id });
  const { template, version, document } = stored;
  return {
    ...summaryOf(ctx, template, version.roles, document.pages.length),
    ...contentOf(stored),
    ...(unfit ? { unfit } : {}),
  };
}

/** `GET /templates/{id}/versions/{version}`: a version as it was saved. Throws `not_found`. */
export async function showTemplateVersion(
  ctx: Ctx,
  actor: Actor,
  input: { id: number; version: number },
): Promise<TemplateVersionWire> {
  const stored = await getOwnTemplate(ctx, actor, input);
  const { template, version } = stored;
  return {
    templateId: template.id,
    version: version.number,
    name: version.name,
    createdAt: version.createdAt.toISOString(),
    ...contentOf(stored),
  };
}

const mostVersions = 1000;

/** `GET /templates/{id}/versions`: the newest 1,000. Throws `not_found`. */
export async function listTemplateVersions(ctx: Ctx, actor: Actor, { id }: { id: number }) {
  const { template } = await getOwnTemplate(ctx, actor, { id });
  const rows = await ctx.db
    .select({
      version: templateVersions.number,
      name: templateVersions.name,
      createdAt: templateVersions.createdAt,
      fields: sql<number>`jsonb_array_length(${templateVersions.fields})`,
      requests: count(files.id),
    })
    .from(templateVersions)
    .leftJoin(files, eq(files.templateVersionId, templateVersions.id))
    .where(eq(templateVersions.templateId, template.id))
    .groupBy(templateVersions.id)
    .orderBy(desc(templateVersions.number))
    .limit(mostVersions);
  return {
    data: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
  };
}

/** `GET /templates`: the caller's own, most recently changed first. */
export async function listTemplates(
  ctx: Ctx,
  actor: Actor,
  { limit = 50, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<{ data: TemplateSummary[]; pagination: { nextCursor: string | null } }> {
  const { account } = assertMayRequest(actor);
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await ctx.db
    // The fields can take megabytes.
    .select({
      template: templates,
      roles: templateVersions.roles,
      pages: sql<number>`jsonb_array_length(${templateDocuments.pages})`,
    })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.number, templates.version)),
    )
    .innerJoin(templateDocuments, eq(templateDocuments.id, templateVersions.documentId))
    .where(
      and(
        eq(templates.ownerId, account.id),
        isNull(templates.deletedAt),
        after
          ? sql`(${templates.updatedAt}, ${templates.id}) < (${after.at}::timestamptz, ${after.id}::int)`
          : undefined,
      ),
    )
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.template;
  return {
    data: shown.map(({ template, roles, pages }) => summaryOf(ctx, template, roles, pages)),
    pagination: {
      nextCursor: rows.length > limit && last ? `${last.updatedAt.getTime()}-${last.id}` : null,
    },
  };
}

function readCursor(given: string): { at: string; id: number } {
  // 14 digits of milliseconds end in the year 5138; Postgres cannot read the years after 9999 that `toISOString`
  // writes.
  const [, at, id] = /^(\d{1,14})-(\d{1,9})$/.exec(given) ?? [];
  if (at === undefined || id === undefined)
    throw invalid("/query/cursor", "cursor_invalid", "cursor is not one of ours");
  return { at: new Date(Number(at)).toISOString(), id: Number(id) };
}

function summaryOf(
  { publicUrl }: Pick<Ctx, "publicUrl">,
  template: Template,
  roles: readonly TemplateRole[],
  pages: number,
): TemplateSummary {
  return {
    id: template.id,
    name: template.name,
    version: template.version,
    pages,
    roles: [...roles].sort((a, b) => a.signingOrder - b.signingOrder).map(({ name }) => name),
    uses: template.uses,
    lastUsedAt: template.lastUsedAt?.toISOString() ?? null,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
    thumbnail: `${publicUrl}/api/v1/templates/${template.id}/pages/1/image?width=160&format=webp`,
  };
}

function contentOf({ version, document }: WholeTemplate) {
  return {
    roles: version.roles.map((role) => ({
      ...role,
      identifyMethod: role.identifyMethod ?? null,
      role: role.role ?? ("signer" as const),
      copyAt: role.copyAt ?? [],
      attachmentRequests: (role.attachmentRequests ?? []).map(toAttachmentRequestWire),
    })),
    fields: version.fields.map(({ page, topPt, leftPt, widthPt, heightPt, fontSizePt, ...field }) => ({
      ...field,
      readOnly: field.readOnly ?? false,
      fontSize: fontSizePt,
      colour: field.colour ?? null,
      font: field.font ?? null,
      ...detailsOf(field),
      coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
    })),
    expiresInDays: version.expiresInDays,
    allowDelegation: version.allowDelegation,
    signatureOptions: version.signatureOptions,
    reminders: version.reminders,
    documentPages: pagesOf(document),
    sha256: document.sha256,
    frozenFields: document.frozenFields,
  };
}
