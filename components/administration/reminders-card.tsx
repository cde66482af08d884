"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { ReminderFields } from "@/components/reminders/reminder-fields";
import { Card } from "@/components/ui/card";
import { Checkbox, Select } from "@/components/ui/inputs";
import { useTimeZones } from "@/components/ui/time";
import type { settingsAnswer } from "@/lib/context/settings/schema";

type Values = Pick<z.infer<typeof settingsAnswer>, "reminders" | "office_hours" | "time_zone">;

interface RemindersCardProps {
  values: Values;
  most: number;
  onChange: (change: Partial<Values>) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The default plan of new requests, and when e-mails go out. */
export function RemindersCard({ values, most, onChange }: RemindersCardProps) {
  const t = useTranslations("administration.reminders");
  const zones = useTimeZones(values.time_zone);
  const { office_hours: hours } = values;
  const hour = (count: number) => ({ value: String(count), label: `${String(count).padStart(2, "0")}:00` });
  return (
    <Card title={t("title")}>
      <div className="flex max-w-160 flex-col gap-5">
        <p className="-mt-2 text-ui text-muted">{t("lead")}</p>
        <ReminderFields plan={values.reminders} most={most} onChange={(reminders) => onChange({ reminders })} />
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1 text-ui font-medium">{t("officeHours")}</legend>
          <p className="text-caption text-muted">{t("officeHoursHint")}</p>
          <div className="grid max-w-80 grid-cols-2 gap-4">
            <Select
              label={t("from")}
              name="office_from"
              value={String(hours.from)}
              options={range(0, 23).map(hour)}
              onChange={(event) => {
                const from = Number(event.target.value);
                onChange({ office_hours: { ...hours, from, to: Math.max(hours.to, from + 1) } });
              }}
            />
            <Select
              label={t("to")}
              name="office_to"
              value={String(hours.to)}
              options={range(hours.from + 1, 24).map(hour)}
              onChange={(event) => onChange({ office_hours: { ...hours, to: Number(event.target.value) } })}
            />
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                label={t(`weekday.${day}`)}
                checked={hours.days.includes(day)}
                disabled={hours.days.length === 1 && hours.days.includes(day)}
                onChange={(event) =>
                  onChange({ office_hours: { ...hours, days: withDay(hours.days, day, event.target.checked) } })
                }
              />
            ))}
          </div>
        </fieldset>
        <Select
          label={t("timeZone")}
          hint={t("timeZoneHint")}
          name="time_zone"
          className="max-w-80"
          value={values.time_zone}
          options={zones}
          onChange={(event) => onChange({ time_zone: event.target.value })}
        />
      </div>
    </Card>
  );
}

function withDay(days: readonly number[], day: number, isOpen: boolean): number[] {
  return weekdays.filter((one) => (one === day ? isOpen : days.includes(one)));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
