import { useTranslations } from "next-intl";
import { useState } from "react";
import { Select } from "@/components/ui/select";
import { useTimeWords } from "@/components/ui/time";

const dayMilliseconds = 24 * 3600 * 1000;
const standardDays = 30;
const offered = [3, 7, 14, 60, 90, 180, 365];

interface DeadlineSelectProps {
  /** ISO 8601; null is the standard. */
  value: string | null;
  onChange: (expiresAt: string) => void;
}

/** Until when everybody may sign. A deadline that was given can be moved, not taken back: the standard is then counted from today. */
export function DeadlineSelect({ value, onChange }: DeadlineSelectProps) {
  const words = useTranslations("documents.deadline");
  const times = useTimeWords();
  const [kept] = useState(value);
  const [days, setDays] = useState<string>(value === null ? "standard" : "kept");
  const options = [
    ...(kept === null ? [] : [{ value: "kept", label: words("kept", { date: times.time(kept) }) }]),
    { value: "standard", label: words("standard", { count: standardDays }) },
    ...offered.map((count) => ({ value: String(count), label: words("days", { count }) })),
  ];

  function choose(chosen: string) {
    setDays(chosen);
    if (chosen === "kept" && kept !== null) onChange(kept);
    else if (value !== null || chosen !== "standard")
      onChange(new Date(Date.now() + (Number(chosen) || standardDays) * dayMilliseconds).toISOString());
  }

  return (
    <Select
      label={words("label")}
      required={false}
      hint={words("hint")}
      className="max-w-100"
      options={options}
      value={days}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
