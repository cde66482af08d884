"use client";

import { useTranslations } from "next-intl";
import { useCallback, type KeyboardEvent, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Editor } from "./state/editor-context";

interface KeyParts {
  root: RefObject<HTMLElement | null>;
  editor: Editor;
  history: { undo: () => void; redo: () => void };
  zooming: { setZoom: (zoom: "fit") => void; stepZoom: (by: 1 | -1) => void };
  toRegion: (by: 1 | -1) => void;
  help: () => void;
}

/** Keys that apply anywhere in the editor. A field reads its own keys first. */
export function useEditorKeys({
  root,
  editor,
  history,
  zooming,
  toRegion,
  help,
}: KeyParts): (event: KeyboardEvent) => void {
  const { selection, fieldActions, isLocked, isSignedUpload, visiblePage } = editor;

  function perform(action: EditorAction, focused: HTMLElement): void {
    const field = focused.closest<HTMLElement>("[data-field-key]");
    const key = field?.dataset["fieldKey"] ?? selection.keys.at(-1);
    switch (action.kind) {
      case "undo":
      case "redo":
        history[action.kind]();
        // The field may have moved to another page.
        return field && key !== undefined ? fieldActions.refocus(key) : undefined;
      case "zoom":
        return zooming.stepZoom(action.by);
      case "zoomFit":
        return zooming.setZoom("fit");
      case "region":
        return toRegion(action.by);
      case "disarm":
        return editor.chooseTool(null);
      case "help":
        return help();
      case "selectPage":
        return fieldActions.selectPage(
          Number(field?.closest<HTMLElement>("[data-page]")?.dataset["page"] ?? visiblePage),
        );
      case "copy":
        return key === undefined || isSignedUpload ? undefined : fieldActions.copy(key);
      case "cut":
        return key === undefined || isSignedUpload || isLocked ? undefined : fieldActions.cut(key);
      case "paste":
        return isSignedUpload || isLocked ? undefined : fieldActions.paste(visiblePage);
    }
  }

  return (event) => {
    const { target } = event;
    // React also delivers a dialog's events here, although it is rendered elsewhere.
    if (!(target instanceof HTMLElement) || !root.current?.contains(target)) return;
    const action = readEditorKey(event, isTyping(target) || (isCopying(event.key) && hasSelectedText()));
    if (!action) return;
    event.preventDefault();
    perform(action, target);
  };
}

function isTyping(target: HTMLElement): boolean {
  return target.matches("input:not([type='radio'], [type='checkbox']), textarea");
}

function isCopying(key: string): boolean {
  return key.toLowerCase() === "c" || key.toLowerCase() === "x";
}

function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

type EditorAction =
  | { kind: "undo" | "redo" | "zoomFit" | "disarm" | "selectPage" | "copy" | "cut" | "paste" | "help" }
  | { kind: "zoom"; by: 1 | -1 }
  | { kind: "region"; by: 1 | -1 };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** Keys that a text field, or selected text, uses itself. */
const ofText: Record<string, EditorAction> = {
  a: { kind: "selectPage" },
  c: { kind: "copy" },
  x: { kind: "cut" },
  v: { kind: "paste" },
  y: { kind: "redo" },
  z: { kind: "undo" },
};
const everywhere: Record<string, EditorAction> = {
  "+": { kind: "zoom", by: 1 },
  "=": { kind: "zoom", by: 1 },
  "-": { kind: "zoom", by: -1 },
  "0": { kind: "zoomFit" },
};

/** The action of a key anywhere in the editor. `isText`: in a text field, or with text selected. */
export function readEditorKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  isText: boolean,
): EditorAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    const name = key.toLowerCase();
    if (name === "z" && shiftKey) return isText ? null : { kind: "redo" };
    return everywhere[name] ?? ((!isText && !shiftKey && ofText[name]) || null);
  }
  if (key === "F6") return { kind: "region", by: shiftKey ? -1 : 1 };
  if (isText) return null;
  return key === "Escape" ? { kind: "disarm" } : key === "?" ? { kind: "help" } : null;
}

const lists = [
  { title: "paletteTitle", keys: ["chooseTool", "placeTool", "toField"] },
  {
    title: "fieldTitle",
    keys: ["move", "moveFar", "resize", "turnPage", "otherField", "inspect", "duplicate", "remove", "leave"],
  },
  { title: "severalTitle", keys: ["gather", "toggle", "selectPage", "pointer", "arrange"] },
  { title: "everywhereTitle", keys: ["copy", "cut", "paste", "undo", "redo", "regions", "zoom", "noSnap", "help"] },
] as const;

/** The keys of the editor. */
export function KeyboardHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("editor.keyboard");
  const close = useTranslations("shell");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={t("description")}
      width="medium"
      footer={<Button onClick={() => onOpenChange(false)}>{close("close")}</Button>}
    >
      {/* The list scrolls but holds nothing focusable, so the keyboard could not scroll it. */}
      <div role="region" aria-label={t("title")} tabIndex={0}>
        {lists.map(({ title, keys }) => (
          <table key={title} className="mb-5 w-full text-ui last:mb-0">
            <caption className="mb-1 text-start font-semibold">{t(title)}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t("keys")}</th>
                <th scope="col">{t("effect")}</th>
              </tr>
            </thead>
            <tbody>
              {keys.map((effect) => (
                <tr key={effect} className="border-t border-hairline">
                  <td className="w-2/5 py-1.5 pe-3 align-top">
                    <kbd className="font-mono text-caption">{t(`names.${effect}`, { open: "{", close: "}" })}</kbd>
                  </td>
                  <td className="py-1.5">{t(effect)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Dialog>
  );
}

interface Regions {
  palette: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  inspector: RefObject<HTMLElement | null>;
}

const entries: Record<keyof Regions, string> = {
  palette: "[role='toolbar'] [tabindex='0'], a[href]",
  pane: "[data-field-key][tabindex='0']",
  inspector: "select:enabled, input:enabled",
};

/** F6: focuses the next (`by` 1) or previous region. */
export function useRegions({ palette, pane, inspector }: Regions): (by: 1 | -1) => void {
  return useCallback(
    (by) => {
      const regions = (
        [
          ["palette", palette],
          ["pane", pane],
          ["inspector", inspector],
        ] as const
      ).flatMap(([name, { current }]) =>
        current && current.getClientRects().length > 0 ? [{ name, node: current }] : [],
      );
      const here = regions.findIndex(({ node }) => node.contains(document.activeElement));
      const next = regions.at(here < 0 ? (by > 0 ? 0 : -1) : (here + by) % regions.length);
      if (!next) return;
      // A folded panel has nothing to enter.
      const parts = [...next.node.querySelectorAll<HTMLElement>(entries[next.name])];
      (parts.find((part) => part.getClientRects().length > 0) ?? next.node).focus();
    },
    [palette, pane, inspector],
  );
}
