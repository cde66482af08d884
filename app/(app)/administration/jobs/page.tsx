import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeliveriesCard, JobsCard } from "@/components/administration/jobs/jobs-card";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { jobKinds, listedJobStates } from "@/lib/administration/job-choices";
import { listJobs, toJobListWire } from "@/lib/administration/jobs";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { listFailedDeliveries } from "@/lib/delivery/webhooks/deliveries";
import { toFailedDeliveryListWire } from "@/lib/delivery/webhooks/wire";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.jobs"))("title"), "admin");
}

type Query = Promise<Record<string, string | string[] | undefined>>;

/** Waiting and failed jobs. Answers 404 to anybody but administrators. */
export default async function JobsPage({ searchParams }: { searchParams: Query }) {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  const query = readQuery(await searchParams);
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="jobs" title={t("jobs.title")} lead={t("jobs.lead")}>
        <Jobs ctx={ctx} actor={actor} query={query} />
      </AdministrationFrame>
    </AreaMessages>
  );
}

async function Jobs({ ctx, actor, query }: { ctx: Ctx; actor: AccountActor; query: ReturnType<typeof readQuery> }) {
  const jobs = toJobListWire(await listJobs(ctx, actor, query));
  const { data } = toFailedDeliveryListWire(await listFailedDeliveries(ctx, actor, {}));
  return (
    <div className="flex max-w-240 flex-col gap-6">
      <JobsCard jobs={jobs} search={{ state: query.state ?? "", kind: query.kind ?? "" }} />
      <DeliveriesCard deliveries={data} />
    </div>
  );
}

/** Ignores search parameters that are not valid. */
function readQuery({ state, kind, cursor }: Awaited<Query>) {
  return {
    state: listedJobStates.find((name) => name === state),
    kind: jobKinds.find((name) => name === kind),
    cursor: typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined,
  };
}
