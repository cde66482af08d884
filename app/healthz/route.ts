import { route } from "@/lib/api/http/route";
import { healthOperation } from "@/lib/api/operations/system";

export const GET = route(healthOperation, () => ({ status: "ok" as const }));
