/**
 * The limits of docs/spec/limits.md that an operator may override with `LIMITS` (JSON). Pure data without imports.
 * Names include the unit. A looser value is printed at start-up.
 */
export const defaultLimits = {
  jsonBodyBytes: 256 * 1024,
  jsonBodyWithFileBytes: 35 * 1024 * 1024,
  jsonDepth: 32,
  jsonValues: 100_000,
  pdfInJsonBytes: 25 * 1024 * 1024,
  pdfStreamedBytes: 100 * 1024 * 1024,
  pdfPages: 2000,
  /** Pages of a TIFF count as pictures. */
  picturesPerFile: 100,
  /** LibreOffice is ended after this time. */
  conversionSeconds: 60,
  imageBytes: 2 * 1024 * 1024,
  signersPerFile: 100,
  filesPerEnvelope: 50,
  attachmentBytes: 20 * 1024 * 1024,
  attachmentBytesPerFile: 1024 ** 3,
  attachmentsPerFile: 200,
  attachmentUploadsPerHour: 100,
  elementsPerFile: 2000,
  storageBytesPerAccount: 5_000_000_000,
  /** 0: limited only by the disk. */
  storageBytesPerInstance: 0,
  /** 0: the signed PDF is never attached. */
  mailAttachmentBytes: 10 * 1024 * 1024,
  fileLifetimeDays: 30,
  /** Rows of one CSV file for bulk sending. */
  bulkRows: 1000,
  bulkCsvBytes: 5 * 1024 * 1024,
  /** The addresses and values of a bulk send's rows are deleted this long after the bulk send has ended. */
  bulkRowDays: 90,
  loginFailuresPerAccountAndNetwork: 10,
  loginFailuresPerNetwork: 50,
  loginFailuresInRow: 100,
  loginWindowSeconds: 15 * 60,
  apiRequestsPerMinute: 600,
  apiRequestBurst: 100,
  anonymousRequestsPerMinute: 60,
  uploadsPerMinute: 120,
  verificationsPerMinute: 60,
  pagesPerMinute: 600,
  statusRequestsPerMinute: 600,
  linkMissesPerMinute: 60,
  invitedAddressesFirstDay: 25,
  invitedAddressesPerDay: 500,
  invitationsPerAddressPerDay: 10,
  allInvitationsPerAddressPerDay: 50,
  reminderIntervalSeconds: 600,
  remindersPerSigner: 20,
  codeLifetimeSeconds: 600,
  openingCodeSignsSeconds: 15 * 60,
  codeWrongTries: 5,
  codeWrongTriesPerDay: 15,
  codeWrongTriesEver: 50,
  codeSendIntervalSeconds: 60,
  codeSendsPerHour: 5,
  codeSendsPerDay: 10,
  codeSendsPerNetworkPerHour: 20,
  signerCodesPerNetworkPerHour: 600,
  codeSendsPerRecipientPerDay: 50,
  directLinksPerTemplate: 20,
  directLinkCodesPerHour: 100,
  signPasswordWrongTries: 5,
  signPasswordWrongTriesPerDay: 15,
  signPasswordLockSeconds: 15 * 60,
  freshProofSeconds: 5 * 60,
  tokensPerAccount: 20,
  webhooksPerAccount: 20,
  idempotencyKeySeconds: 72 * 3600,
  accountLinkSeconds: 60 * 60,
  telegramLinkSeconds: 30 * 60,
  accountMailsPerAddressPerHour: 5,
  accountMailsPerNetworkPerHour: 20,
  webhookChangesPerHour: 60,
  gatewayTestsPerHour: 20,
  sessionIdleSeconds: 24 * 3600,
  sessionTotalSeconds: 14 * 24 * 3600,
  guestSessionSeconds: 12 * 3600,
  drawingSeconds: 5 * 60,
  drawingsPerHour: 20,
} as const;

export type Limits = Record<keyof typeof defaultLimits, number>;

/** A limit in whole minutes, for texts. */
export function toMinutes(seconds: number): number {
  return Math.round(seconds / 60);
}
