import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { actAnswer } from "@/lib/administration/schema";

type Act = z.infer<typeof actAnswer>;

/** What administrators did last: by whom, to what. */
export function ActsCard({ acts }: { acts: readonly Act[] }) {
  const words = useTranslations("administration.acts");
  return (
    <Card title={words("title")}>
      <p className="max-w-180 text-ui text-muted">{words("intro")}</p>
      {acts.length === 0 ? (
        <p className="mt-4 text-ui">{words("none")}</p>
      ) : (
        <ul aria-label={words("title")} className="mt-2 divide-y divide-hairline">
          {acts.map(({ id, at, type, by, about }) => (
            <li key={id} className="py-2.5 text-ui">
              <p className="wrap-anywhere">{words(`type.${type}`)}</p>
              <p className="text-caption text-muted wrap-anywhere">
                <Time at={at} />
                {" · "}
                <bdi>{by.displayName}</bdi>
                {Object.entries(about)
                  .filter(([, value]) => value !== "")
                  .map(([name, value]) => (
                    <span key={name}>
                      {" · "}
                      {words(`about.${name as "names"}`)}{" "}
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
