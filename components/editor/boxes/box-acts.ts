import type { BoxActs } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import type { Latest } from "@/components/editor/latest";
import { duplicatesOf, pasted, repeated } from "@/components/editor/layout/copies";
import type { AddAct, LayoutCommand, LayoutState } from "@/components/editor/layout/layout-state";
import { meantBy } from "@/components/editor/selection/selection";
import type { SelectionActs } from "@/components/editor/selection/use-selection";
import type { GuideStore } from "@/components/editor/snapping/guide-store";
import { burstNames } from "./burst-names";
import type { ActWords } from "./use-act-words";

export interface BoxActParts {
  run: (command: LayoutCommand) => void;
  selecting: SelectionActs;
  now: Latest<{ layout: LayoutState; clipboard: readonly EditorElement[] }>;
  /** Puts something on the clipboard. */
  keep: (clipboard: readonly EditorElement[]) => void;
  newKey: () => string;
  guides: GuideStore;
  focusPages: () => void;
  focusInspector: () => void;
  words: ActWords;
}

type MoveActs = Pick<BoxActs, "nudge" | "grow" | "turnPage" | "arrange">;
type CopyActs = Pick<BoxActs, "duplicate" | "remove" | "copy" | "cut" | "paste" | "repeat">;

export function boxActs(parts: BoxActParts): BoxActs {
  const { run, selecting, now, guides, focusPages, focusInspector } = parts;
  const leave = (): void => {
    selecting.select([]);
    focusPages();
  };
  return {
    ...selecting,
    ...moveActs(parts),
    ...copyActs(parts, leave),
    run,
    guides,
    peek: () => ({ ...now.read().layout, selection: selecting.now() }),
    select: (keys) => selecting.select(keys),
    press: (key, isAdding) => boxesOf(now, selecting.press(key, isAdding)),
    inspect: focusInspector,
    leave,
  };
}

function moveActs({ run, selecting, words }: BoxActParts): MoveActs {
  const nameBurst = burstNames();
  const keysOf = (key: string): readonly string[] => meantBy(selecting.now(), key);
  const gesture = (does: string, key: string): string => nameBurst(`${does} ${keysOf(key).join(" ")}`);
  return {
    nudge: (key, rightPt, downPt) =>
      run({ kind: "nudge", keys: keysOf(key), rightPt, downPt, gesture: gesture("move", key) }),
    grow: (key, widthPt, heightPt) =>
      run({ kind: "grow", keys: keysOf(key), widthPt, heightPt, gesture: gesture("grow", key) }),
    turnPage: (key, by) => {
      run({ kind: "turn", keys: keysOf(key), by });
      selecting.refocus(key);
    },
    arrange: (key, how) => {
      run({ kind: "arrange", keys: keysOf(key), how, lead: key });
      words.arranged(how, keysOf(key).length);
    },
  };
}

function copyActs({ run, selecting, now, keep, newKey, words }: BoxActParts, leave: () => void): CopyActs {
  const meant = (key: string): EditorElement[] => boxesOf(now, meantBy(selecting.now(), key));
  const add = (act: AddAct, elements: readonly EditorElement[]): void => {
    if (elements.length === 0) return words.nothingAdded();
    run({ kind: "add", act, elements });
    words.added(act, elements);
    // What is repeated lies on many pages: the focus stays with the original.
    if (act !== "repeat")
      selecting.select(
        elements.map(({ key }) => key),
        { focus: true },
      );
  };
  const remove = (key: string, act: "remove" | "cut"): void => {
    const boxes = meant(key);
    words.removed(act, boxes);
    run({ kind: "remove", act, keys: boxes.map((box) => box.key) });
    leave();
  };
  return {
    duplicate: (key) => add("duplicate", duplicatesOf(meant(key), newKey)),
    remove: (key) => remove(key, "remove"),
    copy: (key) => {
      keep(meant(key));
      words.copied(meant(key));
    },
    cut: (key) => {
      keep(meant(key));
      remove(key, "cut");
    },
    paste: (page) => {
      const { layout, clipboard } = now.read();
      if (clipboard.length > 0) add("paste", pasted(clipboard, page, { ...layout, newKey }));
    },
    repeat: (key, pages) => add("repeat", repeated(meant(key), pages, { ...now.read().layout, newKey })),
  };
}

function boxesOf(now: BoxActParts["now"], keys: readonly string[]): EditorElement[] {
  const { elements } = now.read().layout;
  return keys.flatMap((key) => elements.find((element) => element.key === key) ?? []);
}
