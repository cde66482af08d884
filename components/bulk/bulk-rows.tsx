import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import type { BulkRowsWire, BulkSendWire } from "@/lib/requests/bulk/schema";
import { cell, RowTable } from "./row-table";

export const rowStates = ["queued", "sent", "failed", "cancelled"] as const;
type RowState = (typeof rowStates)[number];

/** The rows that are shown; null for all. */
export type RowFilter = RowState | null;

interface BulkRowsProps {
  id: number;
  rows: BulkRowsWire;
  filter: RowFilter;
  counts: BulkSendWire["counts"];
}

/** The rows of a batch with their people, states and documents. */
export function BulkRows({ id, rows, filter, counts }: BulkRowsProps) {
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
  const t = useTranslations("bulk.problem");
  const key = problem.code as "internal";
  return (
    <span className="block text-caption text-danger">
      {problem.column !== null && (
        <>
          <bdi>{problem.column}</bdi>
          {": "}
        </>
      )}
      {t.has(key) ? t(key) : t("other", { code: problem.code })}
    </span>
  );
}
