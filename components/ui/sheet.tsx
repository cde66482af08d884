"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { useSyncExternalStore, type ComponentProps, type CSSProperties, type ReactNode } from "react";
import { backdropLook, DialogFrame } from "./dialog";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** May cover more than 40 % of a phone's height. */
  tall?: boolean | undefined;
  /** Position on a wide window. */
  place?: "side" | "centre" | undefined;
  /** Not modal: the page beside it stays usable, and only its buttons close it. */
  modal?: boolean | undefined;
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  finalFocus?: ComponentProps<typeof Base.Popup>["finalFocus"];
  children?: ReactNode;
}

const phone =
  "fixed inset-x-0 bottom-(--keyboard) z-50 flex flex-col rounded-t-card bg-raised shadow-popover outline-none forced-colors:border " +
  "transition-[translate,opacity] duration-200 ease-out max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full " +
  "md:data-ending-style:opacity-0 md:data-starting-style:opacity-0";

const places = {
  side: "md:inset-y-0 md:end-0 md:start-auto md:max-h-none md:w-100 md:rounded-none",
  centre:
    "md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:max-h-[calc(100dvh-2rem)] md:w-120 md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-card",
};

/** A panel from the bottom on a phone, at the side or centre of a wide window. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  footer,
  tall = false,
  place = "centre",
  modal = true,
  initialFocus,
  finalFocus,
  children,
}: SheetProps) {
  const keyboard = useKeyboardInset();
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal={modal} disablePointerDismissal={!modal}>
      <Base.Portal>
        {modal && <Base.Backdrop className={backdropLook} />}
        <Base.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          style={{ "--keyboard": `${keyboard}px` } as CSSProperties}
          className={clsx(
            phone,
            tall
              ? "max-h-[min(92dvh,calc(100dvh-var(--keyboard)))]"
              : "max-h-[min(40dvh,calc(100dvh-var(--keyboard)))]",
            places[place],
          )}
        >
          <DialogFrame dense title={title} description={description} footer={footer}>
            {children}
          </DialogFrame>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Height of the window's lower edge under a phone's keyboard, in CSS pixels; 0 if the browser shrinks the window
 * instead, and during a pinch zoom.
 */
function useKeyboardInset(): number {
  return useSyncExternalStore(follow, measure, () => 0);
}

function measure(): number {
  const view = window.visualViewport;
  if (!view || view.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

function follow(changed: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener("resize", changed);
  view?.addEventListener("scroll", changed);
  return () => {
    view?.removeEventListener("resize", changed);
    view?.removeEventListener("scroll", changed);
  };
}
