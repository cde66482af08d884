import { describeDiagnostics } from "@/lib/administration/diagnostics/describe";
import { route } from "@/lib/api/http/route";
import { showDiagnosticsOperation } from "@/lib/api/operations/operating";

export const GET = route(showDiagnosticsOperation, describeDiagnostics);
