import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { BulkCheckWire } from "@/lib/requests/bulk/schema";
import { cell, RowTable } from "./row-table";

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
  const reason = useTranslations("bulk.problem");
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
