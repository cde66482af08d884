"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/inputs";
import type { ReminderPlan } from "@/lib/context/settings/schema";

interface ReminderFieldsProps {
  plan: ReminderPlan;
  onChange: (plan: ReminderPlan) => void;
  /** The operator's limit. */
  most: number;
}

const days = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];
const counts = [0, 1, 2, 3, 4, 5, 7, 10];
const warnings = [0, 1, 2, 3, 5, 7, 14];

/** The four choices of an automatic reminder plan. */
export function ReminderFields({ plan, onChange, most }: ReminderFieldsProps) {
  const t = useTranslations("reminders");
  const select = (
    name: keyof ReminderPlan,
    offered: readonly number[],
    label: (count: number) => string,
    disabled = false,
  ) => (
    <Select
      label={t(name)}
      name={name}
      disabled={disabled}
      value={String(plan[name])}
      options={withOwn(offered, plan[name]).map((count) => ({ value: String(count), label: label(count) }))}
      onChange={(event) => onChange({ ...plan, [name]: Number(event.target.value) })}
    />
  );
  const inDays = (count: number): string => t("days", { count });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {select(
        "atMost",
        counts.filter((count) => count <= most),
        (count) => t("count", { count }),
      )}
      {select("firstAfterDays", days, inDays, plan.atMost === 0)}
      {select("everyDays", days, (count) => t("interval", { count }), plan.atMost < 2)}
      {select("warnDays", warnings, (count) => t("daysBefore", { count }))}
    </div>
  );
}

/** The offered numbers and the current one, which an API call may have set. */
function withOwn(offered: readonly number[], own: number): number[] {
  return [...new Set([...offered, own])].sort((a, b) => a - b);
}

/** The plan as a sentence. */
export function ReminderSummary({ plan }: { plan: ReminderPlan | null }) {
  const t = useTranslations("reminders");
  const warnDays = plan?.warnDays ?? 0;
  return (
    <>
      {plan === null || plan.atMost === 0 ? t("summary.none") : t("summary.plan", { ...plan })}
      {warnDays > 0 && ` ${t("summary.warning", { count: warnDays })}`}
    </>
  );
}
