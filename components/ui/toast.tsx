"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { useCallback } from "react";

interface ToastOptions {
  /** Such as Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
  /** Milliseconds; 0 stays until it is closed. */
  timeout?: number | undefined;
}

/** Says in the corner that something was done; `useToast()("Link copied")`. What went wrong belongs beside what it is about. */
export function useToast(): (text: string, options?: ToastOptions) => void {
  const { add } = Base.useToastManager();
  return useCallback((text, options = {}) => {
    const { action, timeout = 5000 } = options;
    add({ description: text, timeout, ...(action ? { actionProps: { children: action.label, onClick: action.onSelect } } : {}) });
  }, [add]);
}
