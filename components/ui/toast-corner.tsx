"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

export interface ToastOptions {
  /** Such as Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
  /** Milliseconds; 0 stays until closed. */
  timeout?: number | undefined;
}

export interface ToastNote extends ToastOptions {
  text: string;
}

/** Toasts in the corner. `notes` only grows, and each is shown once. */
export function ToastCorner({ notes }: { notes: readonly ToastNote[] }) {
  return (
    <Base.Provider limit={3}>
      <Feed notes={notes} />
      <Base.Portal>
        {/* Above a one-line bar at the bottom. On a phone the bar for selected rows is taller, so they
            are at the top. */}
        <Base.Viewport className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 in-[:root:has([data-bottom-bar])]:bottom-20 in-[:root:has([data-covers-rows])]:bottom-20 max-sm:in-[:root:has([data-covers-rows])]:top-[max(1rem,env(safe-area-inset-top))] max-sm:in-[:root:has([data-covers-rows])]:bottom-auto mx-auto flex max-w-100 flex-col gap-2 sm:right-6 sm:left-auto sm:mx-0 sm:w-100">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Feed({ notes }: { notes: readonly ToastNote[] }) {
  const { add } = Base.useToastManager();
  const shown = useRef(0);
  useEffect(() => {
    for (const { text, action, timeout = 5000 } of notes.slice(shown.current)) {
      add({
        // A repeated text renews its toast. A toast with an action stays separate, because each action differs.
        ...(action ? {} : { id: text }),
        description: text,
        timeout,
        ...(action ? { actionProps: { children: action.label, onClick: action.onSelect } } : {}),
      });
    }
    shown.current = notes.length;
  }, [notes, add]);
  return null;
}

function Toasts() {
  const t = useTranslations("shell");
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="rounded-card border border-hairline bg-raised shadow-popover transition-opacity duration-160 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-center gap-3 py-2 pe-2 ps-4">
        <Base.Description className="min-w-0 flex-1 text-ui" />
        <Base.Action className="min-h-9 rounded-control px-3 text-ui font-medium text-primary hover:bg-primary-tint hover:text-on-primary-tint" />
        <Base.Close
          aria-label={t("close")}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-canvas hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
