import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { AdministrationTabs } from "@/components/administration/administration-tabs";
import { ActsCard } from "@/components/administration/health/acts-card";
import { HealthCard } from "@/components/administration/health/health-card";
import { LimitsCard } from "@/components/administration/health/limits-card";
import { PageHeader } from "@/components/ui/page-header";
import { listActs } from "@/lib/administration/list-acts";
import { toActListWire } from "@/lib/administration/wire";
import { describeHealth } from "@/lib/health/describe";
import { toHealthWire } from "@/lib/health/wire";
import { pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";
import { listLimits } from "@/lib/settings/list-limits";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("administration.health"))("title") };
}

const shownActs = 20;

/** How the service is, what administrators did, and the limits in force; to everybody but administrators there is no such page. */
export default async function HealthPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account" || actor.account.role !== "admin") notFound();
  const words = await getTranslations("administration");
  const health = toHealthWire(await describeHealth(ctx, actor));
  const { data: acts } = toActListWire(await listActs(ctx, actor, { length: shownActs }));
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <PageHeader title={words("title")} meta={words("health.lead")} />
      <AdministrationTabs current="health" />
      <div className="flex max-w-240 flex-col gap-6">
        <HealthCard health={health} />
        <ActsCard acts={acts} />
        <LimitsCard limits={listLimits(ctx, actor)} />
      </div>
    </AreaMessages>
  );
}
