import { clsx } from "clsx";
import { Ban, CircleCheckBig, CirclePause, Hourglass, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Pill, type PillLook } from "@/components/ui/pill";
import type { BulkCheckWire, BulkSendWire } from "@/lib/requests/bulk/schema";

const mostShown = 500;

/** The result of a dry run: how many rows can be sent, the problems of the others, and the first rows. */
export function CheckReport({ report }: { report: BulkCheckWire }) {
  const t = useTranslations("bulk.report");
  const { good, rows, problems, unknownColumns } = report;
  const isRefused = problems.some(({ row }) => row === null);
  return (
    <>
      <Notice
        tone={good === 0 ? "danger" : problems.length > 0 ? "warning" : "success"}
        title={isRefused ? t("fileRefused") : t("good", { count: good })}
      >
        {!isRefused && (problems.length === 0 ? t("none") : t("bad", { count: rows - good }))}
        {unknownColumns.length > 0 && (
          <p className="wrap-anywhere">
            {t("unknown", { count: unknownColumns.length, names: unknownColumns.join(", ") })}
          </p>
        )}
      </Notice>
      {problems.length > 0 && <ProblemTable problems={problems} />}
      {report.preview.length > 0 && <Preview preview={report.preview} />}
    </>
  );
}

function ProblemTable({ problems }: { problems: BulkCheckWire["problems"] }) {
  const t = useTranslations("bulk.report");
  const reason = useTranslations("errors.members");
  return (
    <Card title={t("problems")}>
      <RowTable
        label={t("problems")}
        columns={(["row", "column", "reason"] as const).map((key) => ({ key, head: t(key) }))}
        className="max-h-96 overflow-auto"
      >
        {problems.slice(0, mostShown).map(({ row, column, code }, index) => (
          <tr key={index} className="border-t border-hairline">
            <td className={`${cell} tabular-nums`}>{row ?? "–"}</td>
            <td className={`${cell} min-w-28 wrap-anywhere`}>
              {column === null ? (
                <span className="text-muted">{row === null ? "–" : t("wholeRow")}</span>
              ) : (
                <bdi>{column}</bdi>
              )}
            </td>
            <td className={`${cell} min-w-40`}>{reason(code)}</td>
          </tr>
        ))}
      </RowTable>
      {problems.length > mostShown && (
        <p className="mt-8 text-caption text-muted">{t("first", { shown: mostShown, count: problems.length })}</p>
      )}
    </Card>
  );
}

function Preview({ preview }: { preview: BulkCheckWire["preview"] }) {
  const t = useTranslations("bulk.report");
  const roles = preview[0]?.people.map(({ role }) => role) ?? [];
  const fields = [...new Set(preview.flatMap(({ values }) => Object.keys(values)))];
  return (
    <Card title={t("preview")}>
      <RowTable
        label={t("preview")}
        columns={[
          { key: " row", head: t("row") },
          { key: " title", head: t("documentTitle") },
          ...[...roles, ...fields].map((name) => ({ key: name, head: <bdi>{name}</bdi> })),
        ]}
      >
        {preview.map(({ row, title, people, values }) => (
          <tr key={row} className="border-t border-hairline">
            <td className={`${cell} tabular-nums`}>{row}</td>
            <td className={`${cell} min-w-32`}>
              <bdi>{title}</bdi>
            </td>
            {people.map(({ role, email, displayName }) => (
              <td key={role} className={cell}>
                {displayName !== null && (
                  <span className="block">
                    <bdi>{displayName}</bdi>
                  </span>
                )}
                <bdi className={displayName === null ? undefined : "text-muted"}>{email}</bdi>
              </td>
            ))}
            {fields.map((field) => (
              <td key={field} className={`${cell} max-w-60`}>
                <bdi className="line-clamp-2">{values[field] ?? ""}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </RowTable>
    </Card>
  );
}

/** The look of a cell in these tables. */
export const cell = "px-5 max-sm:px-2.5 max-sm:first:ps-5 py-2.5 text-start align-top";

interface RowTableProps {
  /** Names the region, which scrolls. */
  label: string;
  /** The key and content of each column header. */
  columns: readonly { key: string; head: ReactNode }[];
  className?: string;
  /** On a phone each row is a block without column headers, and its cells set their own places. */
  stacks?: boolean;
  children: ReactNode;
}

/** A table that fills its card to the edges and scrolls on its own, also by keyboard. */
export function RowTable({ label, columns, className, stacks = false, children }: RowTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={clsx("-mx-5 -mb-5 border-t border-hairline", className ?? "overflow-x-auto")}
    >
      <table className={clsx("w-full text-ui", stacks && "max-sm:block")}>
        <thead className={stacks ? "max-sm:sr-only" : undefined}>
          <tr className="text-caption text-muted">
            {columns.map(({ key, head }) => (
              <th key={key} scope="col" className={cell}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacks ? "max-sm:block" : undefined}>{children}</tbody>
      </table>
    </div>
  );
}

type Shown = BulkSendWire["state"] | "waiting";

const looks: Record<Shown, PillLook> = {
  running: { icon: Send, tone: "info" },
  waiting: { icon: Hourglass, tone: "warning" },
  paused: { icon: CirclePause, tone: "warning" },
  completed: { icon: CircleCheckBig, tone: "done" },
  cancelled: { icon: Ban, tone: "neutral" },
};

/** Running bulk sends that wait for a limit are shown as such. */
export function shownState({ state, waitsUntil }: Pick<BulkSendWire, "state" | "waitsUntil">): Shown {
  return state === "running" && waitsUntil !== null ? "waiting" : state;
}

export function BulkStatePill({ bulkSend }: { bulkSend: BulkSendWire }) {
  const t = useTranslations("bulk.state");
  const state = shownState(bulkSend);
  return <Pill {...looks[state]}>{t(state)}</Pill>;
}
