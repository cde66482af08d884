import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { ActivityCard } from "@/components/administration/health/activity-card";
import { HealthCard } from "@/components/administration/health/health-card";
import { LimitsCard } from "@/components/administration/health/limits-card";
import { listAdminActivity, toActivityListWire } from "@/lib/administration/activity";
import { describeHealth, toHealthWire } from "@/lib/administration/health/describe";
import { listLimits } from "@/lib/administration/settings";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.health"))("title"), "admin");
}

const shownEntries = 20;

/** Health of the service, recent actions of administrators and the limits in force. Answers 404 to anybody but administrators. */
export default async function HealthPage() {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="health" title={t("health.title")} lead={t("health.lead")}>
        <Health ctx={ctx} actor={actor} />
      </AdministrationFrame>
    </AreaMessages>
  );
}

async function Health({ ctx, actor }: { ctx: Ctx; actor: AccountActor }) {
  const health = toHealthWire(await describeHealth(ctx, actor));
  const { data: entries } = toActivityListWire(await listAdminActivity(ctx, actor, { length: shownEntries }));
  return (
    <div className="flex max-w-240 flex-col gap-6">
      <HealthCard health={health} />
      <ActivityCard entries={entries} />
      <LimitsCard limits={listLimits(ctx, actor)} />
    </div>
  );
}
