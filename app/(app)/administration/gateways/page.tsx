import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { AdministrationTabs } from "@/components/administration/administration-tabs";
import { GatewaysList } from "@/components/administration/gateways/gateways-list";
import { PageHeader } from "@/components/ui/page-header";
import { listGateways } from "@/lib/administration/gateways/list";
import { pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("administration.gateways"))("title") };
}

/** The gateways that messages leave by, each with a test. Answers 404 to anybody but administrators. */
export default async function GatewaysPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account" || actor.account.role !== "admin") notFound();
  const t = await getTranslations("administration");
  return (
    <AreaMessages areas={["administration", "account", "shell", "errors"]}>
      <PageHeader title={t("title")} meta={t("gateways.lead")} />
      <AdministrationTabs current="gateways" />
      <div className="max-w-240">
        <GatewaysList gateways={await listGateways(ctx, actor)} />
      </div>
    </AreaMessages>
  );
}
