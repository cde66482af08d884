import type { LimitName } from "./limit-groups";

export type LimitUnit = "unlimited" | "bytes" | "days" | "hours" | "minutes" | "seconds" | "number";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The figure in the unit that people would say it in: 1209600 seconds are 14 days, 26214400 bytes 25 MiB. */
export function limitValue(name: LimitName, value: number): { unit: LimitUnit; amount: number } {
  if (value === 0) return { unit: "unlimited", amount: 0 };
  if (/Bytes(Per|$)/.test(name)) return { unit: "bytes", amount: value };
  if (name.endsWith("Days")) return { unit: "days", amount: value };
  if (!name.endsWith("Seconds")) return { unit: "number", amount: value };
  // 24 hours are said as hours, as sessions and keys are.
  if (value % day === 0 && value > 3 * day) return { unit: "days", amount: value / day };
  if (value % hour === 0 && value > hour) return { unit: "hours", amount: value / hour };
  if (value % minute === 0 && value > minute) return { unit: "minutes", amount: value / minute };
  return { unit: "seconds", amount: value };
}
