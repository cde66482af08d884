import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { HealthCard } from "@/components/administration/health/health-card";
import { LimitsCard } from "@/components/administration/health/limits-card";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { listAdminActivity, toActivityListWire } from "@/lib/administration/activity";
import { describeHealth, toHealthWire } from "@/lib/administration/health/describe";
import type { activityAnswer } from "@/lib/administration/schema";
import { listLimits } from "@/lib/administration/settings";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.health"))("title"), "admin");
}

const shownEntries = 20;

/**
 * Health of the service, recent actions of administrators and the limits in force. Answers 404 to anybody but
 * administrators.
 */
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

type Entry = z.infer<typeof activityAnswer>;

/** The latest actions of administrators, with actor and subject. */
function ActivityCard({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations("administration.activity");
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      {entries.length === 0 ? (
        <EmptyState isInCard picture="history" title={t("none")} />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {entries.map(({ id, at, type, by, about }) => (
            <li key={id} className="py-2.5 text-ui">
              <p className="wrap-anywhere">{t(`type.${type}`)}</p>
              <p className="text-caption text-muted wrap-anywhere">
                <Time at={at} />
                {" · "}
                <bdi>{by?.displayName ?? t("operator")}</bdi>
                {Object.entries(about)
                  .filter(([, value]) => value !== "")
                  .map(([name, value]) => (
                    <span key={name}>
                      {" · "}
                      {t(`about.${name as "names"}`)}{" "}
                      <code dir="ltr" className="font-mono">
                        {String(value)}
                      </code>
                    </span>
                  ))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
