"use client";

import dynamic from "next/dynamic";

/**
 * Each in its own chunk, because no visitor needs two at once. In a server component `dynamic` would not split them.
 */
export const InvitationPage = dynamic(() => import("./invitation-page").then((module) => module.InvitationPage));
export const LockedPage = dynamic(() => import("./locked-page").then((module) => module.LockedPage));
export const FormSigningPage = dynamic(() => import("./form-signing-page").then((module) => module.FormSigningPage));
export const ReadingPage = dynamic(() => import("./reading-page").then((module) => module.ReadingPage));
export const SigningPage = dynamic(() => import("./signing-page").then((module) => module.SigningPage));

/** Shown in few states, so not loaded for signing. */
export const AskAgain = dynamic(() => import("./outcome-actions").then((module) => module.AskAgain));
export const EvidenceByCode = dynamic(() =>
  import("@/components/signing/identify/identify-step").then((module) => module.EvidenceByCode),
);
export const SwitchAccount = dynamic(() => import("./outcome-actions").then((module) => module.SwitchAccount));
export const Time = dynamic(() => import("@/components/ui/time").then((module) => module.Time));
export const WatchForEnd = dynamic(() => import("./outcome-actions").then((module) => module.WatchForEnd));
