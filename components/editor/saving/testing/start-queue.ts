import { SaveQueue } from "@/components/editor/saving/save-queue";
import type { SaveProblem, SaveState } from "@/components/editor/saving/save-state";
import type { EditorField } from "@/components/editor/state/editor-field";
import { fakeServer } from "./fake-server";

/** A queue over a server with these fields, with the IDs 1, 2, … */
export function startQueue(...fields: EditorField[]) {
  const server = fakeServer();
  fields.forEach((field, index) => server.put(index + 1, field));
  const states: SaveState[] = [];
  const merged: (readonly EditorField[])[] = [];
  const queue = new SaveQueue<SaveProblem>(server.fields(), server.transport, {
    onState: (state) => states.push(state),
    onMerged: (fields) => merged.push(fields),
  });
  return { queue, server, merged, state: () => states.at(-1) };
}
