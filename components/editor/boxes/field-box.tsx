"use client";

import { clsx } from "clsx";
import {
  AtSign,
  CalendarDays,
  PenLine,
  SquareCheckBig,
  TextCursorInput,
  Type,
  User,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type CSSProperties, type KeyboardEvent, type MouseEvent } from "react";
import type { BoxActions, EditorSigner } from "@/components/editor/editor-context";
import type { EditorElement, ElementType } from "@/components/editor/editor-element";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { toScreen } from "@/lib/platform/geometry/placement";
import { MovableBox } from "./movable-box";

interface FieldBoxProps {
  element: EditorElement;
  sayName: (element: EditorElement) => string;
  signer: EditorSigner;
  /** CSS pixels per point. */
  scale: number;
  isSelected: boolean;
  /** The only selected field. */
  isAlone: boolean;
  isTabStop: boolean;
  /** Near the visible part, so that a pointer can reach it. */
  isNear: boolean;
  isLocked: boolean;
  /** A tool is active, so clicks go through to the page. */
  isPassed: boolean;
  hintId: string;
  actions: BoxActions;
}

/** A field on a page: a button for keyboard and screen readers, movable by pointer if it is near. */
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
  actions,
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
    onFocus: () => actions.follow(element.key),
    // Otherwise a drag would select the page's text. The drag sets the focus itself.
    onMouseDownCapture: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => handleKey(event, element, actions, isLocked),
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
    <MovableBox element={element} scale={scale} screen={screen} hasHandles={isAlone} actions={actions} frame={frame}>
      {content}
    </MovableBox>
  );
});

function handleKey(event: KeyboardEvent, element: EditorElement, actions: BoxActions, isLocked: boolean): void {
  const action = readBoxKey(event);
  if (!action || (isLocked && changes(action))) return;
  event.preventDefault();
  event.stopPropagation();
  perform(action, element, actions);
}

function changes({ kind }: BoxAction): boolean {
  return kind !== "otherBox" && kind !== "gatherOther" && kind !== "toggle" && kind !== "leave" && kind !== "inspect";
}

function perform(action: BoxAction, { key }: EditorElement, actions: BoxActions): void {
  switch (action.kind) {
    case "nudge":
      return actions.nudge(key, action.rightPt, action.downPt);
    case "grow":
      return actions.grow(key, action.widthPt, action.heightPt);
    case "turnPage":
      return actions.turnPage(key, action.by);
    case "otherBox":
      return actions.focusOther(key, action.by);
    case "gatherOther":
      return actions.gatherOther(key, action.by);
    case "toggle":
      return actions.toggle(key);
    case "duplicate":
      return actions.duplicate(key);
    case "remove":
      return actions.remove(key);
    case "inspect":
      return actions.inspect();
    case "leave":
      return actions.leave();
  }
}

type BoxAction =
  | { kind: "nudge"; rightPt: number; downPt: number }
  | { kind: "grow"; widthPt: number; heightPt: number }
  | { kind: "turnPage"; by: 1 | -1 }
  | { kind: "otherBox"; by: 1 | -1 }
  | { kind: "gatherOther"; by: 1 | -1 }
  | { kind: "toggle" | "duplicate" | "remove" | "inspect" | "leave" };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const plainKeys: Record<string, BoxAction> = {
  PageDown: { kind: "turnPage", by: 1 },
  PageUp: { kind: "turnPage", by: -1 },
  " ": { kind: "toggle" },
  Delete: { kind: "remove" },
  Backspace: { kind: "remove" },
  Enter: { kind: "inspect" },
  Escape: { kind: "leave" },
};

/** Many keyboards produce these with AltGr, reported as Ctrl and Alt, so the sign counts whatever modifiers are held. */
const signs: Record<string, BoxAction> = {
  "]": { kind: "otherBox", by: 1 },
  "[": { kind: "otherBox", by: -1 },
  "}": { kind: "gatherOther", by: 1 },
  "{": { kind: "gatherOther", by: -1 },
};

/** The action of a key on the focused field: arrows move it by 1 pt, with Shift by 10 pt, and resize it with Alt. Null if not handled. */
export function readBoxKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): BoxAction | null {
  if (signs[key]) return signs[key];
  if (ctrlKey || metaKey) return key.toLowerCase() === "d" && !altKey && !shiftKey ? { kind: "duplicate" } : null;
  const arrow = arrows[key];
  if (!arrow) return (!altKey && plainKeys[key]) || null;
  const [right, down] = arrow;
  const step = shiftKey ? 10 : 1;
  return altKey
    ? { kind: "grow", widthPt: right * step, heightPt: down * step }
    : { kind: "nudge", rightPt: right * step, downPt: down * step };
}

/** Colour, pattern and tint of a signer's field. The document stays readable under it. */
export function boxLook(signerNumber: number): CSSProperties {
  const colour = `var(${signerColour(signerNumber)})`;
  const pattern = signerPattern(signerNumber);
  return {
    border: `${pattern === "double" ? 4 : 2}px ${pattern} ${colour}`,
    background: `color-mix(in srgb, color-mix(in srgb, ${colour} 12%, var(--color-paper)) 85%, transparent)`,
  };
}

interface BoxContentProps {
  element: Pick<EditorElement, "type" | "label"> & Partial<Pick<EditorElement, "alignment">>;
  signerNumber: number;
  /** Size on the screen, in CSS pixels. */
  width: number;
  height: number;
}

/** Contents of a field: signer and type, as far as they fit. */
export function BoxContent({ element, signerNumber, width, height }: BoxContentProps) {
  const t = useTranslations("editor.types");
  const hasText = width >= 56 && height >= 20;
  return (
    <span
      style={{ justifyContent: element.alignment ?? undefined }}
      className="pointer-events-none flex size-full items-center gap-1 overflow-hidden px-1.5 text-[0.75rem] leading-none text-paper-ink"
    >
      {height >= 16 && width >= 36 && <span className="font-semibold tabular-nums">{signerNumber}</span>}
      <FieldIcon type={element.type} className="size-3.5 shrink-0" />
      {hasText && <bdi className="truncate">{element.label ?? t(element.type)}</bdi>}
    </span>
  );
}

const icons: Record<ElementType, LucideIcon> = {
  signature: PenLine,
  initial: Type,
  date: CalendarDays,
  name: User,
  email: AtSign,
  text: TextCursorInput,
  checkbox: SquareCheckBig,
};

export function FieldIcon({ type, className }: { type: ElementType; className?: string }) {
  const Icon = icons[type];
  return <Icon aria-hidden className={className} />;
}
