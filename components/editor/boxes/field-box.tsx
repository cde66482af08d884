"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { memo, type KeyboardEvent, type MouseEvent } from "react";
import type { BoxActs, EditorSigner } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { toScreen } from "@/lib/geometry/screen-box";
import { BoxContent } from "./box-content";
import { readBoxKey, type BoxAct } from "./box-keys";
import { boxLook } from "./box-look";
import { MovableBox } from "./movable-box";

interface FieldBoxProps {
  element: EditorElement;
  sayName: (element: EditorElement) => string;
  signer: EditorSigner;
  /** CSS pixels a point. */
  scale: number;
  isSelected: boolean;
  /** Selected, and no other. */
  isAlone: boolean;
  isTabStop: boolean;
  /** Near what is seen, so that a pointer can reach it. */
  isNear: boolean;
  isLocked: boolean;
  /** A tool is chosen: the pointer goes through to the page. */
  isPassed: boolean;
  hintId: string;
  acts: BoxActs;
}

/** A box on a page: a button for the keyboard and for screen readers, movable by pointer when it is near. */
export const FieldBox = memo(function FieldBox({
  element,
  sayName,
  signer,
  scale,
  isSelected,
  isAlone,
  isTabStop,
  isNear,
  isLocked,
  isPassed,
  hintId,
  acts,
}: FieldBoxProps) {
  const t = useTranslations("editor.box");
  const screen = toScreen(element.box, scale);
  const frame = {
    role: "button",
    tabIndex: isTabStop ? 0 : -1,
    "aria-label": sayName(element),
    "aria-roledescription": t("role"),
    "aria-pressed": isSelected,
    "aria-describedby": isLocked ? undefined : hintId,
    "data-box-key": element.key,
    onFocus: () => acts.follow(element.key),
    // Otherwise a drag selects the text of the page; the focus is set by the drag itself.
    onMouseDownCapture: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => handleKey(event, element, acts, isLocked),
    className: clsx(
      "group/box touch-none outline-offset-5! outline-paper-primary! select-none",
      isSelected && "z-10",
      isPassed && "pointer-events-none",
    ),
  };
  const content = (
    <>
      <span className="pointer-events-none absolute inset-0" style={boxLook(signer.number)} />
      <span
        className={clsx(
          "pointer-events-none absolute inset-0",
          isSelected && "outline-2 outline-offset-2 outline-paper-primary",
        )}
      />
      <span className="absolute inset-0">
        <BoxContent element={element} signerNumber={signer.number} width={screen.width} height={screen.height} />
      </span>
    </>
  );
  if (isLocked || !(isNear || isSelected)) {
    return (
      <div
        {...frame}
        className={clsx(frame.className, "absolute")}
        style={{ left: screen.x, top: screen.y, width: screen.width, height: screen.height }}
      >
        {content}
      </div>
    );
  }
  return (
    <MovableBox element={element} scale={scale} screen={screen} hasHandles={isAlone} acts={acts} frame={frame}>
      {content}
    </MovableBox>
  );
});

function handleKey(event: KeyboardEvent, element: EditorElement, acts: BoxActs, isLocked: boolean): void {
  const act = readBoxKey(event);
  if (!act || (isLocked && changes(act))) return;
  event.preventDefault();
  event.stopPropagation();
  perform(act, element, acts);
}

function changes({ kind }: BoxAct): boolean {
  return kind !== "otherBox" && kind !== "gatherOther" && kind !== "toggle" && kind !== "leave" && kind !== "inspect";
}

function perform(act: BoxAct, { key }: EditorElement, acts: BoxActs): void {
  switch (act.kind) {
    case "nudge":
      return acts.nudge(key, act.rightPt, act.downPt);
    case "grow":
      return acts.grow(key, act.widthPt, act.heightPt);
    case "turnPage":
      return acts.turnPage(key, act.by);
    case "otherBox":
      return acts.focusOther(key, act.by);
    case "gatherOther":
      return acts.gatherOther(key, act.by);
    case "toggle":
      return acts.toggle(key);
    case "duplicate":
      return acts.duplicate(key);
    case "remove":
      return acts.remove(key);
    case "inspect":
      return acts.inspect();
    case "leave":
      return acts.leave();
  }
}
