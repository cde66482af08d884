"use client";

import {
  Bell,
  CircleAlert,
  CircleCheckBig,
  CircleX,
  Clock,
  Download,
  Eye,
  FilePlus2,
  Hourglass,
  KeyRound,
  Mail,
  MailX,
  Paperclip,
  Pencil,
  PenLine,
  Send,
  Stamp,
  Undo2,
  UserPlus,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { useNow, useTimeFormat, useTimeZone } from "@/components/ui/time";
import { formatDay, isolate } from "@/lib/platform/locale/format";
import type { HistoryEntry } from "@/lib/views/schema";

const shownAtOnce = 12;

/** The document's audit events by day, newest first. */
export function DocumentHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations("documents.history");
  const [newest, rest] = [entries.slice(0, shownAtOnce), entries.slice(shownAtOnce)];
  return (
    <Card title={t("title")}>
      <Days entries={newest} />
      {rest.length > 0 && (
        <details className="mt-4">
          <summary className="inline-flex min-h-8 items-center rounded-control px-1 text-ui font-medium text-primary">
            {t("more", { count: rest.length })}
          </summary>
          <div className="mt-3">
            <Days entries={rest} />
          </div>
        </details>
      )}
    </Card>
  );
}

function Days({ entries }: { entries: readonly HistoryEntry[] }) {
  const [format, now, timeZone, locale] = [useTimeFormat(), useNow(), useTimeZone(), useLocale()];
  return (
    <ol className="flex flex-col gap-5">
      {byDay(entries, (at) => formatDay(at, timeZone, locale)).map(({ day, of }) => (
        <li key={of[0]?.seq}>
          <h3 className="mb-2 text-caption font-medium text-muted">
            <time dateTime={of[0]?.at} className="inline-block first-letter:uppercase">
              {now === null ? day : format.nearDay(of[0]?.at ?? now, now)}
            </time>
          </h3>
          <ol className="flex flex-col gap-2.5">
            {of.map((entry) => (
              <Entry key={entry.seq} entry={entry} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

interface Day {
  day: string;
  of: HistoryEntry[];
}

/** Groups consecutive entries of the same day, which `dayOf` names. */
export function byDay(entries: readonly HistoryEntry[], dayOf: (at: Date) => string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.of.push(entry);
    else days.push({ day, of: [entry] });
  }
  return days;
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations("documents.history");
  const events = useTranslations("documents.events");
  const { clock, explanation } = useTimeFormat();
  const { icon: Icon, look } = iconOf(entry.type);
  return (
    <li className="flex items-start gap-3 text-ui">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {events(entry.type, {
          who: who(entry),
          signer:
            entry.signer === null ? t(entry.type.startsWith("mail.") ? "toYou" : "somebody") : isolate(entry.signer),
          from: entry.from === null ? t("somebody") : isolate(entry.from),
          mail: entry.mail ?? "",
          stamped: entry.stamped ?? "",
          entered: entry.entered ?? "",
        })}
        {(["reason", "location"] as const).map(
          (name) =>
            entry[name] !== null && (
              <span key={name} className="block text-muted">
                {t(name)}: <bdi>{entry[name]}</bdi>
              </span>
            ),
        )}
        {entry.count > 1 && <span className="text-muted"> {t("times", { count: entry.count })}</span>}
      </span>
      <time
        dateTime={entry.at}
        title={explanation(entry.at)}
        className="shrink-0 text-caption leading-5 text-muted tabular-nums"
      >
        {clock(entry.at)}
      </time>
    </li>
  );

  function who({ by, actorName, signer }: HistoryEntry): string {
    switch (by) {
      case "you":
        return t("you");
      case "service":
        return t("service");
      case "signer":
        return actorName === null ? t("somebody") : isolate(actorName);
      case "link":
        // Only the visitor of a direct link can act before there is a signer.
        return signer === null ? t("visitor") : t("holder", { name: isolate(signer) });
      case "other":
        return t("other");
    }
  }
}

interface EntryIcon {
  icon: LucideIcon;
  look: string;
}

const [plain, good, bad, attention] = ["text-muted", "text-success", "text-danger", "text-warning"];

/** Keyed by the event's name, or by the beginning of several names. */
const icons: Readonly<Record<string, EntryIcon>> = {
  attachment: { icon: Paperclip, look: plain },
  "file.created": { icon: FilePlus2, look: plain },
  "file.fetched": { icon: FilePlus2, look: plain },
  "file.released": { icon: Send, look: plain },
  "file.cancelled": { icon: Undo2, look: bad },
  "file.expired": { icon: Hourglass, look: attention },
  "file.completed": { icon: CircleCheckBig, look: good },
  "file.downloaded": { icon: Download, look: plain },
  signer: { icon: UserPlus, look: plain },
  "mail.bounced": { icon: MailX, look: bad },
  "mail.failed": { icon: MailX, look: bad },
  mail: { icon: Mail, look: plain },
  "message.failed": { icon: MailX, look: bad },
  message: { icon: Mail, look: plain },
  link: { icon: Eye, look: plain },
  document: { icon: Eye, look: plain },
  renewal: { icon: Bell, look: attention },
  consent: { icon: CircleCheckBig, look: plain },
  identify: { icon: KeyRound, look: plain },
  code: { icon: KeyRound, look: plain },
  sign_password: { icon: KeyRound, look: plain },
  certificate: { icon: Stamp, look: plain },
  timestamp: { icon: Clock, look: plain },
  webhook: { icon: Webhook, look: plain },
  signed: { icon: PenLine, look: good },
  declined: { icon: CircleX, look: bad },
  "sign.denied": { icon: CircleAlert, look: attention },
  auth: { icon: CircleAlert, look: attention },
  integrity: { icon: CircleAlert, look: bad },
};

/** Wrong codes and locks are highlighted; other events have the icon of their kind. */
function iconOf(type: HistoryEntry["type"]): EntryIcon {
  if (/^(identify|code|sign_password)\..*(failed|locked)$/.test(type)) return { icon: CircleAlert, look: attention };
  return icons[type] ?? icons[type.slice(0, type.indexOf("."))] ?? { icon: Pencil, look: plain };
}
