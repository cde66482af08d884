import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { limitGroups, type ShownLimit } from "./limit-groups";
import { useLimitValue } from "./use-limit-value";

/** The figures in force, in groups; those that the operator changed say what is standard. */
export function LimitsCard({ limits }: { limits: readonly ShownLimit[] }) {
  const words = useTranslations("administration.limits");
  return (
    <Card title={words("title")}>
      <p className="max-w-180 text-ui text-muted">{words("intro")}</p>
      {limitGroups(limits).map(({ group, members }) => (
        <section key={group} className="mt-5">
          <h3 className="text-ui font-semibold">{words(`group.${group}`)}</h3>
          <dl className="mt-1 divide-y divide-hairline">
            {members.map((limit) => (
              <LimitRow key={limit.name} limit={limit} />
            ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}

function LimitRow({ limit: { name, value, standard } }: { limit: ShownLimit }) {
  const words = useTranslations("administration.limits");
  const say = useLimitValue();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 text-ui">
      <dt className="min-w-0 flex-1 basis-60">{words(`name.${name}`)}</dt>
      <dd className="tabular-nums">
        <span className="font-medium">{say(name, value)}</span>
        {value !== standard && (
          <span className="text-caption text-warning"> {words("changed", { standard: say(name, standard) })}</span>
        )}
      </dd>
    </div>
  );
}
