"use client";

import dynamic from "next/dynamic";

/** Each in a chunk of its own: nobody needs two at once. In a server component `dynamic` would not part them. */
export const InvitationPage = dynamic(() => import("./invitation-page").then((module) => module.InvitationPage));
export const LockedPage = dynamic(() => import("./locked-page").then((module) => module.LockedPage));
export const SigningPage = dynamic(() => import("./signing-page").then((module) => module.SigningPage));

/** What few states show: whoever signs need not fetch it. */
export const AskAgain = dynamic(() => import("./ask-again").then((module) => module.AskAgain));
export const EvidenceByCode = dynamic(() => import("./evidence-by-code").then((module) => module.EvidenceByCode));
export const SwitchAccount = dynamic(() => import("./switch-account").then((module) => module.SwitchAccount));
export const WatchForEnd = dynamic(() => import("./watch-for-end").then((module) => module.WatchForEnd));
