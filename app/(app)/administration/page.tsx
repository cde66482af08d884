import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsForm } from "@/components/administration/settings-form";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { getSettings, toSettingsWire } from "@/lib/administration/settings";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration"))("title"), "admin");
}

/** Settings of the service. Answers 404 to anybody but administrators. */
export default async function AdministrationPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  const settings = toSettingsWire(ctx, await getSettings(ctx, actor));
  return (
    <AreaMessages areas={["administration", "reminders", "shell", "errors"]}>
      <AdministrationFrame current="settings" title={t("title")} lead={t("lead")}>
        <SettingsForm settings={settings} mostReminders={ctx.limits.remindersPerSigner} email={actor.account.email} />
      </AdministrationFrame>
    </AreaMessages>
  );
}
