import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { activityAnswer } from "@/lib/administration/schema";

type Entry = z.infer<typeof activityAnswer>;

/** The latest actions of administrators, with actor and subject. */
export function ActivityCard({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations("administration.activity");
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      {entries.length === 0 ? (
        <EmptyState isInCard picture="history" title={t("none")} />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {entries.map(({ id, at, type, by, about }) => (
            <li key={id} className="py-2.5 text-ui">
              <p className="wrap-anywhere">{t(`type.${type}`)}</p>
              <p className="text-caption text-muted wrap-anywhere">
                <Time at={at} />
                {" · "}
                <bdi>{by.displayName}</bdi>
                {Object.entries(about)
                  .filter(([, value]) => value !== "")
                  .map(([name, value]) => (
                    <span key={name}>
                      {" · "}
                      {t(`about.${name as "names"}`)}{" "}
                      <code dir="ltr" className="font-mono">
                        {String(value)}
                      </code>
                    </span>
                  ))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
