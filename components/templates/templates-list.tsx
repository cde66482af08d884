import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { TemplateSummary } from "@/lib/requests/templates/schema";

/** The templates of an account, with picture, uses and last use. */
export function TemplatesList({ templates }: { templates: readonly TemplateSummary[] }) {
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
