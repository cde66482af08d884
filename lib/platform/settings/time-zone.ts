import { z } from "zod";
import { readZone } from "@/lib/platform/office-hours";

/** An IANA name that this machine knows, in its usual spelling. */
export const timeZone = z
  .string()
  .max(64)
  .overwrite((given) => readZone(given) ?? given)
  .refine((given) => readZone(given) !== null, "Not a time zone")
  .meta({ description: "An IANA name, such as Europe/Lisbon." });
