import type { ApiView } from "@/components/docs/operation-view";
import { viewOfApi } from "@/components/docs/view-of-api";
import { exampleProblem } from "@/lib/api/http/example-problem";
import { describeApi } from "@/lib/api/openapi";
import { operations } from "@/lib/api/operations";
import manifest from "@/package.json";

let view: ApiView | null = null;

/** `/openapi.json` prepared for the pages; computed once per process. */
export function describedApi(): ApiView {
  return (view ??= viewOfApi(describeApi(operations, manifest.version, (code) => exampleProblem(code))));
}
