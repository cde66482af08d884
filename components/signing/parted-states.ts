"use client";

import dynamic from "next/dynamic";

/** Each in a chunk of its own: nobody needs two at once. In a server component `dynamic` would not part them. */
export const InvitationPage = dynamic(() =>
  import("@/components/signing/states/invitation-page").then((module) => module.InvitationPage),
);
export const LockedPage = dynamic(() =>
  import("@/components/signing/states/locked-page").then((module) => module.LockedPage),
);
export const SigningPage = dynamic(() => import("./signing-page").then((module) => module.SigningPage));

/** What few states show: whoever signs need not fetch it. */
export const AskAgain = dynamic(() =>
  import("@/components/signing/states/ask-again").then((module) => module.AskAgain),
);
export const EvidenceByCode = dynamic(() =>
  import("@/components/signing/identify/evidence-by-code").then((module) => module.EvidenceByCode),
);
export const SwitchAccount = dynamic(() =>
  import("@/components/signing/identify/switch-account").then((module) => module.SwitchAccount),
);
export const WatchForEnd = dynamic(() =>
  import("@/components/signing/states/watch-for-end").then((module) => module.WatchForEnd),
);
