"use client";

import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { ToastContext, type ShowToast, type ToastNote } from "./toast";

/** Loaded with the first toast, which most pages never show. */
const ToastCorner = lazy(() => import("./toast-corner").then((module) => ({ default: module.ToastCorner })));

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
