import { asProblem } from "@/components/api/api-problem";
import { callApi, type Method } from "@/components/api/call";
import type { ElementWire } from "@/lib/elements/schema";
import { fromStored, hasSameContent, toBody, type StoredElement } from "./editor-element";
import type { SaveTransport } from "./save-queue";

/** Boxes of a document through the public element operations. Requests outlive the page that sent them. */
export function elementRequests(fileUuid: string): SaveTransport {
  const path = `/file/${fileUuid}/elements`;
  return {
    create: async (element) => (await call<ElementWire>("POST", path, toBody(element))).elementId,
    update: (id, element) => call("PATCH", `${path}/${id}`, toBody(element)),
    remove: (id) => call("DELETE", `${path}/${id}`),
    find: async (element, known) => (await readElements(fileUuid)).find((stored) => !known.has(stored.id) && hasSameContent(stored.element, element))?.id ?? null,
  };
}

/** The boxes as they are stored now. */
export async function readElements(fileUuid: string): Promise<StoredElement[]> {
  const { data } = await call<{ data: ElementWire[] }>("GET", `/file/${fileUuid}/elements`);
  return data.map(fromStored);
}

async function call<Answer>(method: Method, path: string, json?: unknown): Promise<Answer> {
  try {
    return await callApi<Answer>(method, path, { ...(json === undefined ? {} : { json }), keepalive: true });
  } catch (error) {
    throw asProblem(error);
  }
}
