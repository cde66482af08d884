import { z } from "zod";
import { accountAnswer, storageAnswer, type roles } from "@/lib/accounts/schema";
import { adminActivityTypes } from "@/lib/records/admin-activity/schema";

export const activityAnswer = z.object({
  id: z.int(),
  at: z.string(),
  type: z.enum(adminActivityTypes),
  by: z.object({ id: z.int(), displayName: z.string() }),
  about: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ description: "Ids and names of what it was done to." }),
});
export const activityListAnswer = z.object({
  data: z.array(activityAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

export const administeredAccountAnswer = accountAnswer.extend({
  madeBy: z.enum(["invitation", "signup", "administrator"]),
  locked: z
    .boolean()
    .meta({ description: "Too many wrong passwords in a row: a reset by mail, or a new password, opens it." }),
  sessions: z.int().meta({ description: "Browsers that are logged in." }),
  lastSeenAt: z.string().nullable().meta({ description: "Of these browsers." }),
  storage: storageAnswer,
  retentionDays: z
    .int()
    .nullable()
    .meta({ description: "Retention period of the account's documents. Null: the instance's period applies." }),
});
export const administeredAccountListAnswer = z.object({
  data: z.array(administeredAccountAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const endedSessionsAnswer = z.object({ message: z.string(), ended: z.int() });

export interface AccountQuery {
  /** A part of the name or the address. */
  q?: string | undefined;
  role?: (typeof roles)[number] | undefined;
  cursor?: number | undefined;
  /** 1000 when left out. */
  length?: number | undefined;
}
