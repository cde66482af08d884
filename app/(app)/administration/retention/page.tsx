import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RetentionPanel } from "@/components/administration/retention-panel";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { listDue } from "@/lib/evidence/retention/retention";
import { longestRetentionDays } from "@/lib/evidence/schema";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.retention"))("title"), "admin");
}

interface RetentionPageProps {
  searchParams: Promise<{ days?: string | string[] }>;
}

/** Upcoming deletions and legal holds. 404 for everybody but administrators. */
export default async function RetentionPage({ searchParams }: RetentionPageProps) {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  const ifDays = readDays((await searchParams).days);
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="retention" title={t("retention.title")} lead={t("retention.lead")}>
        <Retention ctx={ctx} actor={actor} ifDays={ifDays} />
      </AdministrationFrame>
    </AreaMessages>
  );
}

async function Retention({ ctx, actor, ifDays }: { ctx: Ctx; actor: AccountActor; ifDays: number | undefined }) {
  return (
    <RetentionPanel due={await listDue(ctx, actor, { ifDays })} ifDays={ifDays ?? null} email={actor.account.email} />
  );
}

function readDays(given: string | string[] | undefined): number | undefined {
  const days = typeof given === "string" && /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return days >= 1 && days <= longestRetentionDays ? days : undefined;
}
