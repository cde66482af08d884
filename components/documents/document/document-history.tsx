import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { HistoryEntry } from "@/lib/file-views/schema";
import { isolate } from "@/lib/locale/isolate";

const shownAtOnce = 12;

/** What happened to the document, newest first. */
export function DocumentHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const words = useTranslations("documents.history");
  const [newest, rest] = [entries.slice(0, shownAtOnce), entries.slice(shownAtOnce)];
  return (
    <Card title={words("title")}>
      <Entries entries={newest} />
      {rest.length > 0 && (
        <details className="mt-3">
          <summary className="inline-flex min-h-8 items-center rounded-control px-1 text-ui font-medium text-primary">
            {words("more", { count: rest.length })}
          </summary>
          <Entries entries={rest} />
        </details>
      )}
    </Card>
  );
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const words = useTranslations("documents.history");
  const events = useTranslations("documents.events");
  return (
    <ol className="flex flex-col gap-3">
      {entries.map((entry) => (
        <li key={entry.seq} className="flex flex-col gap-x-4 text-ui sm:flex-row sm:justify-between">
          <span className="min-w-0 wrap-anywhere">
            {events(entry.type, {
              who: who(entry),
              signer:
                entry.signer === null
                  ? words(entry.type.startsWith("mail.") ? "toYou" : "somebody")
                  : isolate(entry.signer),
              mail: entry.mail ?? "",
              stamped: entry.stamped ?? "",
            })}
            {entry.count > 1 && <span className="text-muted"> {words("times", { count: entry.count })}</span>}
          </span>
          <Time at={entry.at} className="shrink-0 text-caption leading-5 text-muted" />
        </li>
      ))}
    </ol>
  );

  function who({ by, actingSigner, signer }: HistoryEntry): string {
    switch (by) {
      case "you":
        return words("you");
      case "service":
        return words("service");
      case "signer":
        return actingSigner === null ? words("somebody") : isolate(actingSigner);
      case "link":
        return signer === null ? words("somebody") : words("holder", { name: isolate(signer) });
      case "other":
        return words("other");
    }
  }
}
