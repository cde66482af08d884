import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TemplatesList } from "@/components/templates/templates-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
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
