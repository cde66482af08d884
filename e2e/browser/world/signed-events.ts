import type { ApiClient, Person } from "@/e2e/api-client";
import { waitUntilSigned } from "@/e2e/journey";
import type { SeededRequest } from "./seed";

/** Number of signing events in a finished document's audit trail. Waits until it is finished. */
export async function countSignedEvents(api: ApiClient, requester: Person, request: SeededRequest): Promise<number> {
  await waitUntilSigned(api, requester, request.uuid);
  const { body } = await api.call<{ data: { type: string }[] }>("GET", `/file/${request.uuid}/audit`, {
    as: requester,
  });
  return body.data.filter(({ type }) => type === "signed").length;
}
