import type { EditorElement } from "@/components/editor/editor-element";
import { SaveQueue } from "@/components/editor/saving/save-queue";
import type { SaveProblem, SaveState } from "@/components/editor/saving/save-state";
import { fakeServer } from "./fake-server";

/** A queue over a server with these fields, with the IDs 1, 2, … */
export function startQueue(...boxes: EditorElement[]) {
  const server = fakeServer();
  boxes.forEach((box, index) => server.put(index + 1, box));
  const states: SaveState[] = [];
  const merged: (readonly EditorElement[])[] = [];
  const queue = new SaveQueue<SaveProblem>(server.boxes(), server.transport, {
    onState: (state) => states.push(state),
    onMerged: (elements) => merged.push(elements),
  });
  return { queue, server, merged, state: () => states.at(-1) };
}
