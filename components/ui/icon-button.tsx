"use client";

import { clsx } from "clsx";
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
}

/** A square icon button: 32 px in the app, 44 px for signers. */
export function IconButton({
  label,
  icon,
  variant = "quiet",
  size = "app",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  const square = size === "app" ? "size-8! min-h-0! p-0!" : "size-11! min-h-0! p-0!";
  const { handlers, tooltip } = useTooltip(label);
  return (
    <>
      <button
        type={type}
        aria-label={label}
        className={buttonLook(variant, size, clsx(square, className))}
        {...rest}
        // A menu adds its own handlers to its trigger.
        onPointerEnter={both(handlers.onPointerEnter, rest.onPointerEnter)}
        onPointerLeave={both(handlers.onPointerLeave, rest.onPointerLeave)}
        onPointerDown={both(handlers.onPointerDown, rest.onPointerDown)}
        onFocus={both(handlers.onFocus, rest.onFocus)}
        onBlur={both(handlers.onBlur, rest.onBlur)}
      >
        <span aria-hidden className="inline-flex [&_svg]:size-4">
          {icon}
        </span>
      </button>
      {tooltip}
    </>
  );
}

function both<Event>(own: (event: Event) => void, given: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    given?.(event);
    own(event);
  };
}

interface Tooltip {
  /** For the explained control, whose accessible name must not depend on the tooltip. */
  handlers: {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
    onPointerDown: () => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
  tooltip: ReactNode;
}

const showMs = 400;
/** Time to move the pointer onto the text, which may be larger than the control (WCAG 1.4.13). */
const hideMs = 150;
const gapPx = 6;
const edgePx = 8;

/**
 * A text above a control while the mouse is over it or the keyboard's focus is on it. Written by hand, because a
 * library's tooltip was a fifth of the signing page's scripts.
 */
function useTooltip(text: string): Tooltip {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: HTMLElement | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setControl(next), ms);
  };
  const now = (next: HTMLElement | null) => {
    clearTimeout(timer.current);
    setControl(next);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    handlers: {
      onPointerEnter: ({ pointerType, currentTarget }) => {
        if (pointerType === "mouse") later(currentTarget, showMs);
      },
      onPointerLeave: () => later(null, hideMs),
      onPointerDown: () => now(null),
      onFocus: ({ currentTarget }) => {
        if (currentTarget.matches(":focus-visible")) now(currentTarget);
      },
      onBlur: () => now(null),
    },
    tooltip: control && (
      <Popup
        control={control}
        text={text}
        onEnter={() => clearTimeout(timer.current)}
        onLeave={() => later(null, hideMs)}
        onHide={() => now(null)}
      />
    ),
  };
}

interface PopupProps {
  control: HTMLElement;
  text: string;
  onEnter: () => void;
  onLeave: () => void;
  onHide: () => void;
}

function Popup({ control, text, onEnter, onLeave, onHide }: PopupProps) {
  useEffect(() => {
    const hideOnEscape = (event: KeyboardEvent) => event.key === "Escape" && onHide();
    window.addEventListener("keydown", hideOnEscape);
    window.addEventListener("scroll", onHide, { capture: true, passive: true });
    return () => {
      window.removeEventListener("keydown", hideOnEscape);
      window.removeEventListener("scroll", onHide, { capture: true });
    };
  }, [onHide]);

  /** Centred above the control, or below it if there is no room, and always inside the window. */
  function place(popup: HTMLDivElement | null) {
    if (!popup) return;
    const [from, own] = [control.getBoundingClientRect(), popup.getBoundingClientRect()];
    const left = from.left + (from.width - own.width) / 2;
    const above = from.top - own.height - gapPx;
    popup.style.left = `${Math.max(edgePx, Math.min(left, window.innerWidth - own.width - edgePx))}px`;
    popup.style.top = `${above < edgePx ? from.bottom + gapPx : above}px`;
  }

  return createPortal(
    <div
      ref={place}
      aria-hidden
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-50 max-w-64 rounded-control bg-ink px-2 py-1 text-caption text-canvas shadow-popover forced-colors:border"
    >
      {text}
    </div>,
    document.body,
  );
}
