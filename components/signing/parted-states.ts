"use client";

import dynamic from "next/dynamic";

/** Each in a chunk of its own: nobody needs two at once. In a server component `dynamic` would not part them. */
export const InvitationPage = dynamic(() => import("./invitation-page").then((module) => module.InvitationPage));
export const LockedPage = dynamic(() => import("./locked-page").then((module) => module.LockedPage));
export const SigningPage = dynamic(() => import("./signing-page").then((module) => module.SigningPage));
