import { healthOperation } from "@/lib/api/operations/system";
import { route } from "@/lib/http/route";

export const GET = route(healthOperation, () => ({ status: "ok" as const }));
