"use client";

import { createContext, useContext } from "react";

export interface ToastOptions {
  /** Such as Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
  /** Milliseconds; 0 stays until closed. */
  timeout?: number | undefined;
}

export interface ToastNote extends ToastOptions {
  text: string;
}

export type ShowToast = (text: string, options?: ToastOptions) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a toast that something was done: `useToast()("Link copied")`. Errors belong beside their subject. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}
