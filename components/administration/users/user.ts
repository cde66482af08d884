import type { z } from "zod";
import type { administeredAccountAnswer } from "@/lib/administration/schema";

export type User = z.infer<typeof administeredAccountAnswer>;

/** From the least to the most that an account may do. */
export const roles = ["signer", "requester", "admin"] as const satisfies readonly User["role"][];
