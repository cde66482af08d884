"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { StatePill, type StateTone } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import type { healthReportAnswer } from "@/lib/administration/schema";
import { byteCount } from "@/lib/platform/locale/format";

type Health = z.infer<typeof healthReportAnswer>;
type Check = Health["checks"][number];

const tones: Record<Check["state"], StateTone> = { ok: "good", warning: "warning", failing: "bad", off: "off" };

const sweepTexts = {
  swept: "sweep",
  stopped: "sweepStopped",
  foreign: "sweepForeign",
  set_back: "sweepSetBack",
} as const;

/** State and figures of each part of the service. */
export function HealthCard({ health }: { health: Health }) {
  const t = useTranslations("administration.health");
  const router = useRouter();
  return (
    <Card
      title={t(`status.${health.status}`, {
        count: health.checks.filter(({ state }) => state === "warning").length,
      })}
      actions={<Button onClick={() => router.refresh()}>{t("again")}</Button>}
    >
      <ul aria-label={t("checks")} className="divide-y divide-hairline">
        {health.checks.map(({ name, state }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3 text-ui">
            <span className="w-40 font-medium">{t(`check.${name}`)}</span>
            <span className="w-28">
              <StatePill tone={tones[state]}>{t(`state.${state}`)}</StatePill>
            </span>
            <CheckFacts name={name} health={health} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-muted">
        {t("versions", { version: health.version, node: health.node, postgres: health.postgres })}
        {" · "}
        {t.rich("started", { at: () => <Time at={health.startedAt} /> })}
      </p>
    </Card>
  );
}

function CheckFacts({ name, health }: { name: Check["name"]; health: Health }) {
  const t = useTranslations("administration.health.facts");
  const locale = useLocale();
  const { disk, jobs, deliveries, timestamps } = health;
  const facts: Record<Check["name"], string> = {
    database: t("database", { ms: health.databaseMs }),
    migrations: t("migrations", { count: health.migrations }),
    documents:
      health.damaged.length > 0
        ? t("damaged", {
            names: health.damaged
              .map(({ uuid, templateId }) =>
                templateId === null ? uuid : t("damagedTemplate", { id: String(templateId) }),
              )
              .join(", "),
          })
        : t("documents", { count: Object.values(health.documents).reduce((sum, count) => sum + count, 0) }),
    disk: disk
      ? t("disk", { free: byteCount(disk.freeBytes, locale), total: byteCount(disk.totalBytes, locale) })
      : t("diskUnknown"),
    jobs: t("jobs", { waiting: jobs.waiting, dead: jobs.dead, seconds: jobs.oldestSeconds }),
    webhooks: t("webhooks", {
      waiting: deliveries.waiting,
      disabled: deliveries.disabledWebhooks,
      seconds: deliveries.oldestSeconds,
    }),
    mail: t(health.checks.find((check) => check.name === "mail")?.state === "ok" ? "mail" : "mailKept"),
    proxy: t(health.checks.find((check) => check.name === "proxy")?.state === "ok" ? "proxy" : "proxyUntrusted"),
    retention: t(
      health.checks.find((check) => check.name === "retention")?.state === "ok" ? "retention" : "retentionStopped",
    ),
    sweep: t(sweepTexts[health.sweep.state], { unknown: health.sweep.unknown, total: health.sweep.total }),
    timestamps:
      timestamps.url === null
        ? t("timestampsOff")
        : t("timestamps", { url: timestamps.url, waiting: timestamps.waiting }),
  };
  return <span className="min-w-0 flex-1 basis-60 text-muted wrap-anywhere">{facts[name]}</span>;
}
