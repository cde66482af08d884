import { Files } from "lucide-react";
import { useTranslations } from "next-intl";
import { documentsHref } from "@/components/documents/list/documents-href";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink, PageLink } from "@/components/ui/page-link";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import type { BulkRowsWire, BulkSendWire } from "@/lib/requests/bulk/schema";
import { BulkActions, LiveBulk } from "./bulk-actions";
import { BulkStatePill, cell, RowTable } from "./bulk-tables";

interface BulkViewProps {
  bulkSend: BulkSendWire;
  rows: BulkRowsWire;
  filter: RowFilter;
}

const documentStates = ["open", "signed", "ended"] as const;

/** A bulk send: its progress, the possible actions, and its rows. */
export function BulkView({ bulkSend, rows, filter }: BulkViewProps) {
  const t = useTranslations("bulk.detail");
  const { counts, total } = bulkSend;
  return (
    <div data-wide>
      <LiveBulk bulkSend={bulkSend} />
      <PageHeader
        title={<bdi>{bulkSend.name}</bdi>}
        back={{ href: "/bulk-sends", label: t("back") }}
        meta={
          <>
            <BulkStatePill bulkSend={bulkSend} />
            <span>
              {t.rich("from", {
                name: bulkSend.templateName,
                version: bulkSend.templateVersion,
                template: (name) => (
                  <PageLink
                    href={`/templates/${bulkSend.templateId}`}
                    className="inline-flex min-h-6 items-center underline"
                  >
                    <bdi>{name}</bdi>
                  </PageLink>
                ),
              })}
            </span>
            <span>{t.rich("startedAt", { time: () => <Time at={bulkSend.createdAt} /> })}</span>
            {bulkSend.endedAt && <span>{t.rich("endedAt", { time: () => <Time at={bulkSend.endedAt ?? ""} /> })}</span>}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <StateNotice bulkSend={bulkSend} />
        <Card>
          <Progress label={t("label")} value={counts.sent} max={total} text={t("text", { sent: counts.sent, total })} />
          <Figures
            entries={(["queued", "sent", "failed", "cancelled"] as const).map((state) => ({
              label: t(`counts.${state}`),
              count: counts[state],
            }))}
          />
          <div className="mt-5">
            <BulkActions bulkSend={bulkSend} />
          </div>
        </Card>
        {counts.sent > 0 && (
          <Card title={t("documentsTitle")}>
            <Figures
              entries={documentStates.map((state) => ({
                label: t(`documents.${state}`),
                count: bulkSend.documents[state],
              }))}
            />
            <ButtonLink
              href={documentsHref({ tab: "all", filters: { bulkSend: String(bulkSend.id) } })}
              className="mt-5"
              icon={<Files aria-hidden className="size-4" />}
            >
              {t("showDocuments")}
            </ButtonLink>
          </Card>
        )}
        <BulkRows id={bulkSend.id} rows={rows} filter={filter} counts={counts} />
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
function StateNotice({ bulkSend }: { bulkSend: BulkSendWire }) {
  const t = useTranslations("bulk.detail");
  const { state, waitsUntil, pausedReason, contentDeletedAt } = bulkSend;
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

export const rowStates = ["queued", "sent", "failed", "cancelled"] as const;
type RowState = (typeof rowStates)[number];

/** The rows that are shown; null for all. */
type RowFilter = RowState | null;

interface BulkRowsProps {
  id: number;
  rows: BulkRowsWire;
  filter: RowFilter;
  counts: BulkSendWire["counts"];
}

/** The rows of a bulk send with their people, states and documents. */
function BulkRows({ id, rows, filter, counts }: BulkRowsProps) {
  const t = useTranslations("bulk.detail");
  const href = (state: RowFilter, cursor?: number) => {
    const query = new URLSearchParams({
      ...(state === null ? {} : { state }),
      ...(cursor === undefined ? {} : { after: String(cursor) }),
    }).toString();
    return `/bulk-sends/${id}${query === "" ? "" : `?${query}`}`;
  };
  const shown = [null, ...rowStates.filter((state) => counts[state] > 0 || state === filter)];
  return (
    <Card title={t("rows")}>
      <nav aria-label={t("show")} className="-mt-1 mb-4 flex flex-wrap gap-2">
        {shown.map((state) => (
          <ButtonLink
            key={state ?? "all"}
            href={href(state)}
            scroll={false}
            className={state === filter ? "border-transparent! bg-primary-tint! text-on-primary-tint!" : ""}
            aria-current={state === filter ? "page" : undefined}
          >
            {state === null ? t("all") : t(`counts.${state}`)}
          </ButtonLink>
        ))}
      </nav>
      {rows.data.length === 0 ? (
        <p className="text-ui text-muted">{t("noRows")}</p>
      ) : (
        <RowTable
          label={t("rows")}
          stacks
          columns={(["row", "people", "rowState", "document"] as const).map((key) => ({ key, head: t(key) }))}
        >
          {rows.data.map((row) => (
            <Row key={row.row} {...row} />
          ))}
        </RowTable>
      )}
      {rows.pagination.nextCursor !== null && (
        <div className="mt-9 flex justify-center">
          <ButtonLink href={href(filter, rows.pagination.nextCursor)}>{t("more")}</ButtonLink>
        </div>
      )}
    </Card>
  );
}

function Row({ row, people, state, problem, uuid }: BulkRowsWire["data"][number]) {
  const t = useTranslations("bulk.detail");
  return (
    <tr className="border-t border-hairline max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <td className={`${cell} tabular-nums`}>{row}</td>
      <td className={`${cell} wrap-break-word sm:min-w-56`}>
        {people.length === 0 && <span className="text-muted">{t("erased")}</span>}
        {people.map(({ role, email, displayName }) => (
          <span key={role} className="block">
            <bdi>{displayName ?? email}</bdi>
            {displayName !== null && (
              <>
                {" "}
                <bdi className="text-muted">{email}</bdi>
              </>
            )}
          </span>
        ))}
      </td>
      <td className={`${cell} max-sm:col-start-2 max-sm:pt-0 sm:min-w-44`}>
        {t(`counts.${state}`)}
        {problem && <ProblemLine problem={problem} />}
      </td>
      <td className={`${cell} max-sm:col-start-3 max-sm:row-start-1 max-sm:pe-5`}>
        {uuid !== null && (
          <PageLink
            href={`/documents/${uuid}`}
            aria-label={t("openRow", { row })}
            className="inline-block min-h-6 font-medium text-primary hover:underline"
          >
            {t("open")}
          </PageLink>
        )}
      </td>
    </tr>
  );
}

function ProblemLine({ problem }: { problem: NonNullable<BulkRowsWire["data"][number]["problem"]> }) {
  const text = useRowProblemText(problem.code);
  return (
    <span className="block text-caption text-danger">
      {problem.column !== null && (
        <>
          <bdi>{problem.column}</bdi>
          {": "}
        </>
      )}
      {text}
    </span>
  );
}

/** A row is stored with its code only, without a limit. */
function useRowProblemText(code: string): string {
  const [t, errors] = [useTranslations("bulk.problem"), useTranslations("errors")];
  const [unbounded, member] = [`unbounded.${code as "too_long"}`, `members.${code as "unknown"}`] as const;
  if (errors.has(unbounded)) return errors(unbounded);
  if (errors.has(member)) return errors(member);
  return code === "internal" ? t("internal") : t("other", { code });
}
