import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink, PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { TemplateSummary } from "@/lib/requests/templates/schema";
import { listTemplates } from "@/lib/requests/templates/show";
import { forRequesters } from "./own-template";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("templates"))("title") };
}

export default async function TemplatesPage({ searchParams }: PageProps<"/templates">) {
  const { ctx, actor } = await forRequesters();
  const t = await getTranslations("templates");
  const { cursor } = await searchParams;
  const { data, pagination } = await listTemplates(ctx, actor, {
    limit: 24,
    cursor: typeof cursor === "string" && /^\d{1,15}-\d{1,9}$/.test(cursor) ? cursor : undefined,
  });
  return (
    <AreaMessages areas={["templates", "shell", "errors"]}>
      <div data-wide hidden />
      <PageHeader
        title={t("title")}
        meta={t("lead")}
        actions={
          <>
            <ButtonLink href="/bulk-sends">{t("bulkSends")}</ButtonLink>
            <ButtonLink href="/templates/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
              {t("new")}
            </ButtonLink>
          </>
        }
      />
      <TemplatesList templates={data} />
      {pagination.nextCursor && (
        <div className="mt-6 flex justify-center">
          <ButtonLink href={`/templates?cursor=${pagination.nextCursor}`}>{t("older")}</ButtonLink>
        </div>
      )}
    </AreaMessages>
  );
}

/** The templates of an account, with picture, uses and last use. */
function TemplatesList({ templates }: { templates: readonly TemplateSummary[] }) {
  const t = useTranslations("templates");
  if (templates.length === 0)
    return (
      <EmptyState
        picture="documents"
        title={t("empty.title")}
        body={t("empty.body")}
        action={<ButtonLink href="/templates/new">{t("new")}</ButtonLink>}
      />
    );
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
      {templates.map((template) => (
        <li
          key={template.id}
          className="flex min-w-0 gap-4 rounded-card border border-hairline bg-surface p-4 focus-within:border-control hover:border-control"
        >
          <Thumbnail template={template} />
          <div className="flex min-w-0 flex-1 flex-col">
            <h2 className="text-body font-semibold wrap-anywhere">
              <PageLink href={`/templates/${template.id}`} className="inline-block min-h-6 hover:underline">
                <bdi>{template.name}</bdi>
              </PageLink>
            </h2>
            <p className="text-ui wrap-anywhere text-muted">
              {t("roles", { count: template.roles.length, names: template.roles.join(", ") })}
            </p>
            <p className="text-caption text-muted">
              {t("uses", { count: template.uses })}
              {template.lastUsedAt && (
                <>
                  {". "}
                  {t.rich("lastUse", { time: () => <Time at={template.lastUsedAt ?? ""} /> })}
                </>
              )}
            </p>
            <div className="mt-auto pt-3">
              <ButtonLink href={`/templates/${template.id}/use`} aria-label={t("useName", { name: template.name })}>
                {t("use")}
              </ButtonLink>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ template: { id, version, name } }: { template: TemplateSummary }) {
  const t = useTranslations("templates");
  return (
    <img
      src={`/api/v1/templates/${id}/pages/1/image?width=160&format=webp&v=${version}`}
      alt={t("thumbnail", { name })}
      loading="lazy"
      decoding="async"
      className="h-29 w-22 shrink-0 self-start border border-hairline bg-paper object-contain"
    />
  );
}
