"use client";

import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from "react";
import type { ToastNote, ToastOptions } from "./toast-corner";

/** Loaded with the first toast, which most pages never show. */
const ToastCorner = lazy(() => import("./toast-corner").then((module) => ({ default: module.ToastCorner })));

type ShowToast = (text: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a toast that something was done: `useToast()("Link copied")`. Errors belong beside their subject. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<readonly ToastNote[]>([]);
  const show = useCallback<ShowToast>((text, options) => setNotes((before) => [...before, { text, ...options }]), []);
  return (
    <ToastContext value={show}>
      {children}
      {notes.length > 0 && (
        <Suspense>
          <ToastCorner notes={notes} />
        </Suspense>
      )}
    </ToastContext>
  );
}
