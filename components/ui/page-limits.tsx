"use client";

import { createContext, useContext, type ReactNode } from "react";

/** The limits that texts state on many pages. `LIMITS` may change each of them. */
export interface PageLimits {
  fileLifetimeDays: number;
  codeMinutes: number;
  freshProofMinutes: number;
  drawingMinutes: number;
  accountLinkMinutes: number;
  pdfInJsonBytes: number;
  pdfStreamedBytes: number;
  gatewayTestsPerHour: number;
}

const LimitsContext = createContext<PageLimits | null>(null);

export function LimitsProvider({ limits, children }: { limits: PageLimits; children: ReactNode }) {
  return <LimitsContext value={limits}>{children}</LimitsContext>;
}

export function usePageLimits(): PageLimits {
  const limits = useContext(LimitsContext);
  if (!limits) throw new Error("This page has no LimitsProvider.");
  return limits;
}
