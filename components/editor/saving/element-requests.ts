import { asProblem } from "@/components/api/api-problem";
import { callTagged, type CallOptions, type Method, type TaggedAnswer } from "@/components/api/call";
import { fromStored, toBody } from "@/components/editor/editor-element";
import type { ElementWire } from "@/lib/elements/schema";
import type { SaveTransport } from "./save-state";
import type { Attempt } from "./save-track";

/** Boxes of a document through the public element operations. Requests outlive the page that sent them. */
export function elementRequests(fileUuid: string): SaveTransport {
  const path = `/file/${fileUuid}/elements`;
  return {
    send: async (attempt) => {
      const { answer, tag } = await sendChange(path, attempt);
      return { id: "elementId" in answer ? answer.elementId : null, tag };
    },
    read: async () => {
      const { answer, tag } = await call<{ data: ElementWire[] }>("GET", path);
      return { boxes: answer.data.map(fromStored), tag };
    },
  };
}

function sendChange(
  path: string,
  { change, tag, idempotencyKey }: Attempt,
): Promise<TaggedAnswer<ElementWire | { message: string }>> {
  const headers = { "idempotency-key": idempotencyKey, ...(tag === null ? {} : { "if-match": tag }) };
  switch (change.kind) {
    case "create":
      return call("POST", path, { headers, json: toBody(change.element) });
    case "update":
      return call("PATCH", `${path}/${change.id}`, { headers, json: toBody(change.element) });
    case "remove":
      return call("DELETE", `${path}/${change.id}`, { headers });
  }
}

async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<TaggedAnswer<Answer>> {
  try {
    return await callTagged<Answer>(method, path, { ...options, keepalive: true });
  } catch (error) {
    throw asProblem(error);
  }
}
