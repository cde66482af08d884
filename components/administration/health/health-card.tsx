"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { healthReportAnswer } from "@/lib/health/schema";
import { StatePill, type StateTone } from "../state-pill";
import { gigabytes } from "./gigabytes";

export type Health = z.infer<typeof healthReportAnswer>;
type Check = Health["checks"][number];

const tones: Record<Check["state"], StateTone> = { ok: "good", warning: "warning", failing: "bad", off: "off" };

/** Each part that the service stands on: how it is, and the figures that say so. */
export function HealthCard({ health }: { health: Health }) {
  const words = useTranslations("administration.health");
  const router = useRouter();
  return (
    <Card
      title={words(`status.${health.status}`)}
      actions={<Button onClick={() => router.refresh()}>{words("again")}</Button>}
    >
      <ul aria-label={words("checks")} className="divide-y divide-hairline">
        {health.checks.map(({ name, state }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3 text-ui">
            <span className="w-40 font-medium">{words(`check.${name}`)}</span>
            <span className="w-28">
              <StatePill tone={tones[state]}>{words(`state.${state}`)}</StatePill>
            </span>
            <CheckFacts name={name} health={health} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-muted">
        {words("versions", { version: health.version, node: health.node, postgres: health.postgres })}
        {" · "}
        {words.rich("started", { at: () => <Time at={health.startedAt} /> })}
      </p>
    </Card>
  );
}

function CheckFacts({ name, health }: { name: Check["name"]; health: Health }) {
  const words = useTranslations("administration.health.facts");
  const locale = useLocale();
  const { disk, jobs, deliveries, timestamps } = health;
  const facts: Record<Check["name"], string> = {
    database: words("database", { ms: health.databaseMs }),
    migrations: words("migrations", { count: health.migrations }),
    documents:
      health.damaged.length > 0
        ? words("damaged", { names: health.damaged.map(({ uuid }) => uuid).join(", ") })
        : words("documents", { count: Object.values(health.documents).reduce((sum, count) => sum + count, 0) }),
    disk: disk
      ? words("disk", { free: gigabytes(disk.freeBytes, locale), total: gigabytes(disk.totalBytes, locale) })
      : words("diskUnknown"),
    jobs: words("jobs", { waiting: jobs.waiting, dead: jobs.dead, seconds: jobs.oldestSeconds }),
    webhooks: words("webhooks", {
      waiting: deliveries.waiting,
      disabled: deliveries.disabledWebhooks,
      seconds: deliveries.oldestSeconds,
    }),
    mail: words(health.checks.find((check) => check.name === "mail")?.state === "ok" ? "mail" : "mailKept"),
    proxy: words(health.checks.find((check) => check.name === "proxy")?.state === "ok" ? "proxy" : "proxyUntrusted"),
    timestamps:
      timestamps.url === null
        ? words("timestampsOff")
        : words("timestamps", { url: timestamps.url, waiting: timestamps.waiting }),
  };
  return <span className="min-w-0 flex-1 basis-60 text-muted wrap-anywhere">{facts[name]}</span>;
}
