import type { z } from "zod";
import type { tokenAnswer } from "@/lib/accounts/schema";
import type { loggedRequestAnswer, requestLogAnswer } from "@/lib/api/request-log/schema";
import type { deliveryAnswer, endpointAnswer } from "@/lib/delivery/schema";

/** API shapes that the page reads. */
export type Token = z.infer<typeof tokenAnswer>;
export type Endpoint = z.infer<typeof endpointAnswer>;
export type Delivery = z.infer<typeof deliveryAnswer>;
export type LoggedRequest = z.infer<typeof loggedRequestAnswer>;
export type RequestLogPage = z.infer<typeof requestLogAnswer>;
