import { Files } from "lucide-react";
import { useTranslations } from "next-intl";
import { documentsHref } from "@/components/documents/list/documents-href";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { PageLink } from "@/components/ui/page-link";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import type { BulkRowsWire, BulkSendWire } from "@/lib/requests/bulk/schema";
import { BulkActions, LiveBulk } from "./bulk-actions";
import { BulkRows, type RowFilter } from "./bulk-rows";
import { BulkStatePill } from "./bulk-state";

interface BulkViewProps {
  batch: BulkSendWire;
  rows: BulkRowsWire;
  filter: RowFilter;
}

const documentStates = ["open", "signed", "ended"] as const;

/** A batch: how far it is, what can be done about it, and its rows. */
export function BulkView({ batch, rows, filter }: BulkViewProps) {
  const t = useTranslations("bulk.detail");
  const { counts, total } = batch;
  return (
    <div data-wide>
      <LiveBulk batch={batch} />
      <PageHeader
        title={<bdi>{batch.name}</bdi>}
        back={{ href: "/bulk-sends", label: t("back") }}
        meta={
          <>
            <BulkStatePill batch={batch} />
            <span>
              {t.rich("from", {
                name: batch.templateName,
                version: batch.templateVersion,
                template: (name) => (
                  <PageLink
                    href={`/templates/${batch.templateId}`}
                    className="inline-flex min-h-6 items-center underline"
                  >
                    <bdi>{name}</bdi>
                  </PageLink>
                ),
              })}
            </span>
            <span>{t.rich("startedAt", { time: () => <Time at={batch.createdAt} /> })}</span>
            {batch.endedAt && <span>{t.rich("endedAt", { time: () => <Time at={batch.endedAt ?? ""} /> })}</span>}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <StateNotice batch={batch} />
        <Card>
          <Progress label={t("label")} value={counts.sent} max={total} text={t("text", { sent: counts.sent, total })} />
          <Figures
            entries={(["queued", "sent", "failed", "cancelled"] as const).map((state) => ({
              label: t(`counts.${state}`),
              count: counts[state],
            }))}
          />
          <div className="mt-5">
            <BulkActions batch={batch} />
          </div>
        </Card>
        {counts.sent > 0 && (
          <Card title={t("documentsTitle")}>
            <Figures
              entries={documentStates.map((state) => ({
                label: t(`documents.${state}`),
                count: batch.documents[state],
              }))}
            />
            <ButtonLink
              href={documentsHref({ tab: "all", filters: { bulkSend: String(batch.id) } })}
              className="mt-5"
              icon={<Files aria-hidden className="size-4" />}
            >
              {t("showDocuments")}
            </ButtonLink>
          </Card>
        )}
        <BulkRows id={batch.id} rows={rows} filter={filter} counts={counts} />
      </div>
    </div>
  );
}

function Figures({ entries }: { entries: readonly { label: string; count: number }[] }) {
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 first:mt-0">
      {entries.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="text-h2 font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why nothing is sent at the moment. */
function StateNotice({ batch }: { batch: BulkSendWire }) {
  const t = useTranslations("bulk.detail");
  const { state, waitsUntil, pausedReason, contentDeletedAt } = batch;
  if (contentDeletedAt)
    return <Notice tone="info">{t.rich("deleted", { time: () => <Time at={contentDeletedAt} dayOnly /> })}</Notice>;
  if (state === "running" && waitsUntil)
    return (
      <Notice tone="warning" title={t("waitTitle")}>
        {t.rich("waitBody", { time: () => <Time at={waitsUntil} /> })}
      </Notice>
    );
  if (state !== "paused" || pausedReason === null) return null;
  return (
    <Notice tone={pausedReason === "owner" ? "info" : "warning"} title={t("pausedTitle")}>
      {t(`reason.${pausedReason}`)}
    </Notice>
  );
}
