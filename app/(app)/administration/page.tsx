import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { AdministrationTabs } from "@/components/administration/administration-tabs";
import { SettingsForm } from "@/components/administration/settings-form";
import { PageHeader } from "@/components/ui/page-header";
import { pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";
import { getSettings } from "@/lib/settings/get";
import { toSettingsWire } from "@/lib/settings/wire";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("administration"))("title") };
}

/** What administrators choose; to everybody else there is no such page. */
export default async function AdministrationPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account" || actor.account.role !== "admin") notFound();
  const words = await getTranslations("administration");
  const settings = toSettingsWire(ctx, await getSettings(ctx, actor));
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <PageHeader title={words("title")} meta={words("lead")} />
      <AdministrationTabs current="settings" />
      <SettingsForm settings={settings} />
    </AreaMessages>
  );
}
