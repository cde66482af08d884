import type { z } from "zod";
import type { limitListAnswer } from "@/lib/settings/schema";

export type ShownLimit = z.infer<typeof limitListAnswer>["data"][number];
export type LimitName = ShownLimit["name"];

export const limitGroupNames = ["documents", "logIn", "codes", "calls", "messages"] as const;
export type LimitGroup = (typeof limitGroupNames)[number];

const groupOf: Record<LimitName, LimitGroup> = {
  jsonBodyBytes: "calls",
  jsonBodyWithFileBytes: "documents",
  jsonDepth: "calls",
  pdfInJsonBytes: "documents",
  pdfStreamedBytes: "documents",
  pdfPages: "documents",
  imageBytes: "documents",
  signersPerFile: "documents",
  elementsPerFile: "documents",
  storageBytesPerAccount: "documents",
  storageBytesPerInstance: "documents",
  fileLifetimeDays: "documents",
  loginFailuresPerAccountAndNetwork: "logIn",
  loginFailuresPerNetwork: "logIn",
  loginFailuresInRow: "logIn",
  loginWindowSeconds: "logIn",
  freshProofSeconds: "logIn",
  sessionIdleSeconds: "logIn",
  sessionTotalSeconds: "logIn",
  guestSessionSeconds: "logIn",
  codeLifetimeSeconds: "codes",
  codeWrongTries: "codes",
  codeWrongTriesPerDay: "codes",
  codeWrongTriesEver: "codes",
  codeSendIntervalSeconds: "codes",
  codeSendsPerHour: "codes",
  codeSendsPerDay: "codes",
  codeSendsPerNetworkPerHour: "codes",
  codeSendsPerRecipientPerDay: "codes",
  signPasswordWrongTries: "codes",
  signPasswordWrongTriesPerDay: "codes",
  signPasswordLockSeconds: "codes",
  apiRequestsPerMinute: "calls",
  apiRequestBurst: "calls",
  anonymousRequestsPerMinute: "calls",
  uploadsPerMinute: "calls",
  verificationsPerMinute: "calls",
  linkMissesPerMinute: "calls",
  idempotencyKeySeconds: "calls",
  tokensPerAccount: "calls",
  webhooksPerAccount: "calls",
  invitedAddressesFirstDay: "messages",
  invitedAddressesPerDay: "messages",
  invitationsPerAddressPerDay: "messages",
  allInvitationsPerAddressPerDay: "messages",
  reminderIntervalSeconds: "messages",
  accountLinkSeconds: "messages",
  telegramLinkSeconds: "messages",
  accountMailsPerAddressPerHour: "messages",
  accountMailsPerNetworkPerHour: "messages",
  gatewayTestsPerHour: "messages",
};

/** The limits as people look for them, each group in the order of the list. */
export function limitGroups(limits: readonly ShownLimit[]): { group: LimitGroup; members: ShownLimit[] }[] {
  return limitGroupNames.map((group) => ({ group, members: limits.filter(({ name }) => groupOf[name] === group) }));
}
