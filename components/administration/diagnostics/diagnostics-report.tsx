import { clsx } from "clsx";
import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { z } from "zod";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { StatePill, type StateTone } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import type { diagnosticsAnswer } from "@/lib/administration/schema";
import { byteCount, formatDecimal } from "@/lib/platform/locale/format";

type Diagnostics = z.infer<typeof diagnosticsAnswer>;

/** The whole report: it shows exactly what the file contains. */
export function DiagnosticsReport({ report }: { report: Diagnostics }) {
  const t = useTranslations("administration.diagnostics");
  return (
    <div className="flex max-w-240 flex-col gap-6">
      <Card
        title={t("report")}
        actions={
          <>
            <CopyButton text={JSON.stringify(report, null, 2)} label={t("copy")} />
            <a
              href="/api/v1/admin/diagnostics"
              download={`paraph-diagnostics-${report.at.slice(0, 10)}.json`}
              className={buttonLook("primary", "app")}
            >
              <Download aria-hidden className="size-4" />
              {t("download")}
            </a>
          </>
        }
      >
        <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      </Card>
      <Card title={t("system")}>
        <FactList facts={useSystemFacts(report)} />
      </Card>
      <ChecksCard report={report} />
      <ErrorsCard report={report} />
      <Card title={t("work")}>
        <FactList facts={useWorkFacts(report)} />
      </Card>
      <Card title={t("sizes")}>
        <FactList facts={useSizeFacts(report)} />
      </Card>
      <ConfigurationCard report={report} />
    </div>
  );
}

function useSystemFacts({ service, clock, migrations, certificates, lastBackupAt }: Diagnostics): Fact[] {
  const t = useTranslations("administration.diagnostics");
  const locale = useLocale();
  return [
    { name: t("fact.version"), value: `${service.version} (${service.build})`, isData: true },
    { name: t("fact.node"), value: service.node, isData: true },
    { name: t("fact.postgres"), value: service.postgres, isData: true },
    { name: t("fact.converter"), value: t(`converter.${service.converter ?? "none"}`) },
    { name: t("fact.system"), value: service.system, isData: true },
    {
      name: t("fact.machine"),
      value: t("machine", { count: service.processors, memory: byteCount(service.memoryBytes, locale) }),
    },
    { name: t("fact.memory"), value: byteCount(service.residentBytes, locale) },
    { name: t("fact.started"), value: <Time at={service.startedAt} /> },
    { name: t("fact.migrations"), value: t("migrations", { applied: migrations.applied, known: migrations.known }) },
    {
      name: t("fact.clock"),
      value: t("clock", {
        ms: Math.abs(clock.differenceMs),
        side: clock.differenceMs < 0 ? "behind" : "ahead",
        within: clock.uncertaintyMs,
      }),
    },
    { name: t("fact.backup"), value: lastBackupAt === null ? t("never") : <Time at={lastBackupAt} /> },
    ...certificates.map(({ role, expiresAt }) => ({
      name: t(`certificate.${role as "root" | "issuing" | "seal"}`),
      value: <Time at={expiresAt} dayOnly />,
    })),
  ];
}

const tones: Record<Diagnostics["checks"][number]["state"], StateTone> = {
  ok: "good",
  warning: "warning",
  failing: "bad",
  off: "off",
};

function ChecksCard({ report }: { report: Diagnostics }) {
  const t = useTranslations("administration.health");
  const facts = report.checks.map(({ name, state }) => ({
    name: t(`check.${name}`),
    value: <StatePill tone={tones[state]}>{t(`state.${state}`)}</StatePill>,
  }));
  return (
    <Card title={t("checks")}>
      <FactList facts={facts} />
    </Card>
  );
}

/** Codes are shown unchanged, so that support can search for them. */
function ErrorsCard({ report: { errors } }: { report: Diagnostics }) {
  const t = useTranslations("administration.diagnostics");
  const groups: { title: string; facts: Fact[] }[] = [
    {
      title: t("errors.requests"),
      facts: errors.requests.map(({ code, cause, count, lastAt }) => ({
        name: cause === null ? code : `${code} (${cause})`,
        isCode: true,
        value: t.rich("errors.times", { count, at: () => <Time at={lastAt} /> }),
      })),
    },
    {
      title: t("errors.calls"),
      facts: errors.calls
        .filter(({ failed }) => failed > 0)
        .map(({ service, failed, succeeded }) => ({
          name: service,
          isCode: true,
          value: t("errors.failedOf", { failed, all: failed + succeeded }),
        })),
    },
    {
      title: t("errors.jobs"),
      facts: errors.jobs.map(({ kind, dead, count, attempts }) => ({
        name: kind,
        isCode: true,
        value: t(dead ? "errors.failed" : "errors.retrying", { count, attempts }),
      })),
    },
    {
      title: t("errors.storage"),
      facts: errors.storage.map(({ code, count }) => ({
        name: code,
        isCode: true,
        value: t("errors.count", { count }),
      })),
    },
  ];
  const present = groups.filter(({ facts }) => facts.length > 0);
  return (
    <Card title={t("errors.title")}>
      {present.length === 0 && <p className="text-ui text-muted">{t("errors.none")}</p>}
      {present.map(({ title, facts }) => (
        <section key={title} className="mt-5 first-of-type:mt-0">
          <h3 className="text-ui font-semibold">{title}</h3>
          <FactList facts={facts} />
        </section>
      ))}
    </Card>
  );
}

function useWorkFacts({ work }: Diagnostics): Fact[] {
  const t = useTranslations("administration.diagnostics");
  return [
    ...work.lanes.map(({ lane, due, oldestSeconds }) => ({
      name: t(`lane.${lane}`),
      value: t("due", { count: due, seconds: oldestSeconds }),
    })),
    { name: t("fact.messagesFailing"), value: String(work.messagesFailing) },
    {
      name: t("fact.webhooks"),
      value: t("webhooks", { waiting: work.deliveriesWaiting, disabled: work.webhooksDisabled }),
    },
    ...work.engine.map(({ pool, running, waiting, places }) => ({
      name: t("fact.pool", { pool }),
      value: t("pool", { running, places, waiting }),
    })),
  ];
}

function useSizeFacts({ sizes }: Diagnostics): Fact[] {
  const t = useTranslations("administration.diagnostics");
  const locale = useLocale();
  const documents = Object.values(sizes.documents).reduce((sum, count) => sum + count, 0);
  return [
    { name: t("fact.documents"), value: t("documents", { count: documents, deleted: sizes.contentDeleted }) },
    {
      name: t("fact.disk"),
      value: sizes.disk
        ? t("disk", { free: byteCount(sizes.disk.freeBytes, locale), total: byteCount(sizes.disk.totalBytes, locale) })
        : t("unknown"),
    },
    { name: t("fact.database"), value: byteCount(sizes.databaseBytes, locale) },
    ...sizes.tables.map(({ name, bytes, rows }) => ({
      name,
      isCode: true,
      value: t("table", { size: byteCount(bytes, locale), rows: formatDecimal(rows, 0, locale) }),
    })),
  ];
}

function ConfigurationCard({ report: { configuration } }: { report: Diagnostics }) {
  const t = useTranslations("administration.diagnostics");
  const set = configuration.filter(({ isSet }) => isSet);
  const unset = configuration.filter(({ isSet }) => !isSet);
  return (
    <Card title={t("configuration")}>
      <p className="max-w-180 text-ui text-muted">{t("configurationIntro")}</p>
      <FactList
        facts={set.map(({ name, value }) => ({
          name,
          isCode: true,
          isData: value !== null,
          value: value ?? t("hidden"),
        }))}
      />
      <details className="mt-4 text-ui">
        <summary className="cursor-pointer py-0.5 font-medium">{t("unset", { count: unset.length })}</summary>
        <p translate="no" className="mt-2 font-mono text-caption wrap-anywhere text-muted">
          {unset.map(({ name }) => name).join(", ")}
        </p>
      </details>
    </Card>
  );
}

interface Fact {
  name: string;
  value: ReactNode;
  /** The name is a code, a variable or a table, which is not translated. */
  isCode?: boolean;
  /** The value is data, not text. */
  isData?: boolean;
}

/** Names and values in two columns; below each other on a phone if they do not fit. */
function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-1 divide-y divide-hairline">
      {facts.map(({ name, value, isCode = false, isData = false }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 text-ui">
          <dt
            translate={isCode ? "no" : undefined}
            className={clsx("min-w-0 flex-1 basis-32 wrap-anywhere", isCode && "font-mono text-caption")}
          >
            {name}
          </dt>
          <dd
            dir="auto"
            translate={isData ? "no" : undefined}
            className="min-w-0 text-muted tabular-nums wrap-anywhere"
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
