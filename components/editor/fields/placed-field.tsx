"use client";

import { clsx } from "clsx";
import {
  AtSign,
  CalendarDays,
  CalendarPlus,
  CircleDot,
  Hash,
  PenLine,
  Phone,
  SquareCheckBig,
  SquareChevronDown,
  Stamp,
  TextCursorInput,
  Type,
  User,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type CSSProperties, type KeyboardEvent, type MouseEvent } from "react";
import type { EditorSigner, FieldActions } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import type { FieldType } from "@/lib/platform/field-rules/details";
import { toScreen } from "@/lib/platform/geometry/placement";
import { MovableField } from "./movable-field";

interface PlacedFieldProps {
  field: EditorField;
  sayName: (field: EditorField) => string;
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
  actions: FieldActions;
}

/** A field on a page: a button for keyboard and screen readers, movable by pointer if it is near. */
export const PlacedField = memo(function PlacedField({
  field,
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
}: PlacedFieldProps) {
  const t = useTranslations("editor.field");
  const screen = toScreen(field.box, scale);
  const frame = {
    role: "button",
    tabIndex: isTabStop ? 0 : -1,
    "aria-label": sayName(field),
    "aria-roledescription": t("role"),
    "aria-pressed": isSelected,
    "aria-describedby": isLocked ? undefined : hintId,
    "data-field-key": field.key,
    onFocus: () => actions.follow(field.key),
    // Otherwise a drag would select the page's text. The drag sets the focus itself.
    onMouseDownCapture: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => handleKey(event, field, actions, isLocked),
    className: clsx(
      "touch-none outline-offset-5! outline-paper-primary! select-none",
      isSelected && "z-10",
      isPassed && "pointer-events-none",
    ),
  };
  const content = (
    <>
      <span className="pointer-events-none absolute inset-0" style={fieldLook(signer.number)} />
      <span
        className={clsx(
          "pointer-events-none absolute inset-0",
          isSelected && "outline-2 outline-offset-2 outline-paper-primary",
        )}
      />
      <span className="absolute inset-0">
        <FieldContent field={field} signerNumber={signer.number} width={screen.width} height={screen.height} />
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
    <MovableField field={field} scale={scale} screen={screen} hasHandles={isAlone} actions={actions} frame={frame}>
      {content}
    </MovableField>
  );
});

function handleKey(event: KeyboardEvent, field: EditorField, actions: FieldActions, isLocked: boolean): void {
  const action = readFieldKey(event);
  if (!action || (isLocked && changes(action))) return;
  event.preventDefault();
  event.stopPropagation();
  perform(action, field, actions);
}

function changes({ kind }: FieldAction): boolean {
  return kind !== "otherField" && kind !== "gatherOther" && kind !== "toggle" && kind !== "leave" && kind !== "inspect";
}

function perform(action: FieldAction, { key }: EditorField, actions: FieldActions): void {
  switch (action.kind) {
    case "nudge":
      return actions.nudge(key, action.rightPt, action.downPt);
    case "grow":
      return actions.grow(key, action.widthPt, action.heightPt);
    case "turnPage":
      return actions.turnPage(key, action.by);
    case "otherField":
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

type FieldAction =
  | { kind: "nudge"; rightPt: number; downPt: number }
  | { kind: "grow"; widthPt: number; heightPt: number }
  | { kind: "turnPage"; by: 1 | -1 }
  | { kind: "otherField"; by: 1 | -1 }
  | { kind: "gatherOther"; by: 1 | -1 }
  | { kind: "toggle" | "duplicate" | "remove" | "inspect" | "leave" };

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const plainKeys: Record<string, FieldAction> = {
  PageDown: { kind: "turnPage", by: 1 },
  PageUp: { kind: "turnPage", by: -1 },
  " ": { kind: "toggle" },
  Delete: { kind: "remove" },
  Backspace: { kind: "remove" },
  Enter: { kind: "inspect" },
  Escape: { kind: "leave" },
};

/** Many keyboards produce these with AltGr, reported as Ctrl and Alt, so the character counts with any modifiers. */
const signs: Record<string, FieldAction> = {
  "]": { kind: "otherField", by: 1 },
  "[": { kind: "otherField", by: -1 },
  "}": { kind: "gatherOther", by: 1 },
  "{": { kind: "gatherOther", by: -1 },
};

/**
 * The action of a key on the focused field: arrows move it by 1 pt, with Shift by 10 pt, and resize it with Alt. Null
 * if not handled.
 */
export function readFieldKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): FieldAction | null {
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
export function fieldLook(signerNumber: number): CSSProperties {
  const colour = `var(${signerColour(signerNumber)})`;
  const pattern = signerPattern(signerNumber);
  return {
    border: `${pattern === "double" ? 4 : 2}px ${pattern} ${colour}`,
    background: `color-mix(in srgb, color-mix(in srgb, ${colour} 12%, var(--color-paper)) 85%, transparent)`,
  };
}

interface FieldContentProps {
  field: Pick<EditorField, "type" | "label"> & Partial<Pick<EditorField, "alignment">>;
  signerNumber: number;
  /** Size on the screen, in CSS pixels. */
  width: number;
  height: number;
}

/** Contents of a field: signer and type, as far as they fit. */
export function FieldContent({ field, signerNumber, width, height }: FieldContentProps) {
  const t = useTranslations("editor.types");
  const hasText = width >= 56 && height >= 20;
  return (
    <span
      style={{ justifyContent: field.alignment ?? undefined }}
      className={clsx(
        "pointer-events-none flex size-full items-center gap-1 overflow-hidden text-mark text-paper-ink",
        width < 28 ? "justify-center" : "px-1.5",
      )}
    >
      {height >= 16 && width >= 36 && <span className="font-semibold tabular-nums">{signerNumber}</span>}
      <FieldIcon type={field.type} className="size-3.5 max-h-full max-w-full shrink-0" />
      {hasText && <bdi className="truncate">{field.label ?? t(field.type)}</bdi>}
    </span>
  );
}

const icons: Record<FieldType, LucideIcon> = {
  signature: PenLine,
  initial: Type,
  stamp: Stamp,
  date: CalendarDays,
  name: User,
  email: AtSign,
  text: TextCursorInput,
  checkbox: SquareCheckBig,
  radio: CircleDot,
  dropdown: SquareChevronDown,
  number: Hash,
  phone: Phone,
  day: CalendarPlus,
};

export function FieldIcon({ type, className }: { type: FieldType; className?: string }) {
  const Icon = icons[type];
  return <Icon aria-hidden className={className} />;
}
