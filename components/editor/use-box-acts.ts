import { useMemo, useRef } from "react";
import type { BoxActs } from "./editor-context";
import type { EditorElement } from "./editor-element";
import type { LayoutCommand } from "./layout-state";

interface Focuses {
  focusBox: (key: string) => void;
  focusOther: (key: string, by: 1 | -1) => void;
  focusPages: () => void;
  focusInspector: () => void;
}

interface BoxActParts {
  run: (command: LayoutCommand) => void;
  select: (key: string | null) => void;
  newKey: () => string;
  focuses: Focuses;
  onRemoved: (element: EditorElement) => void;
  onCopied: (element: EditorElement) => void;
  help: () => void;
}

/** Key presses that follow each other within this time are one step of the history. */
const burstMs = 1000;

/** The acts on one box. All parts must be stable, and so is the answer. */
export function useBoxActs({ run, select, newKey, focuses, onRemoved, onCopied, help }: BoxActParts): BoxActs {
  const burst = useRef({ of: "", name: "", at: 0 });
  return useMemo(() => {
    const gestureOf = (of: string): string => {
      const now = Date.now();
      const { of: before, name, at } = burst.current;
      const continues = before === of && now - at < burstMs;
      burst.current = { of, name: continues ? name : `${of} ${now}`, at: now };
      return burst.current.name;
    };
    return {
      run,
      select,
      focusBox: focuses.focusBox,
      nudge: ({ key }, rightPt, downPt) => run({ kind: "nudge", key, rightPt, downPt, gesture: gestureOf(`move ${key}`) }),
      grow: ({ key }, widthPt, heightPt) => run({ kind: "grow", key, widthPt, heightPt, gesture: gestureOf(`grow ${key}`) }),
      turnPage: ({ key, page }, by) => {
        run({ kind: "move", key, page: page + by });
        focuses.focusBox(key);
      },
      focusOther: ({ key }, by) => focuses.focusOther(key, by),
      duplicate: (element) => {
        const copy = newKey();
        run({ kind: "duplicate", key: element.key, newKey: copy });
        focuses.focusBox(copy);
        onCopied(element);
      },
      remove: (element) => {
        run({ kind: "remove", key: element.key });
        select(null);
        focuses.focusPages();
        onRemoved(element);
      },
      inspect: focuses.focusInspector,
      leave: () => {
        select(null);
        focuses.focusPages();
      },
      help,
    };
  }, [run, select, newKey, focuses, onRemoved, onCopied, help]);
}
