/**
 * The figures of POLICY.md section 1 that an operator may override by `LIMITS` (JSON). A leaf: pure data.
 * Units are in the names; a looser value is printed at start.
 */
export const defaultLimits = {
  jsonBodyBytes: 256 * 1024,
  jsonBodyWithFileBytes: 35 * 1024 * 1024,
  jsonDepth: 32,
  pdfInJsonBytes: 25 * 1024 * 1024,
  pdfStreamedBytes: 100 * 1024 * 1024,
  pdfPages: 2000,
  imageBytes: 2 * 1024 * 1024,
  signersPerFile: 100,
  elementsPerFile: 1000,
  fileLifetimeDays: 30,
  loginFailuresPerAccountAndNetwork: 10,
  loginFailuresPerNetwork: 50,
  loginFailuresInRow: 100,
  loginWindowSeconds: 15 * 60,
  linkMissesPerMinute: 60,
  reminderIntervalSeconds: 600,
  codeLifetimeSeconds: 600,
  codeWrongTries: 5,
  codeWrongTriesPerDay: 15,
  codeWrongTriesEver: 50,
  codeSendIntervalSeconds: 60,
  codeSendsPerHour: 5,
  codeSendsPerDay: 10,
  codeSendsPerNetworkPerHour: 20,
  signPasswordWrongTries: 5,
  signPasswordWrongTriesPerDay: 15,
  signPasswordLockSeconds: 15 * 60,
  freshProofSeconds: 5 * 60,
  tokensPerAccount: 20,
  idempotencyKeySeconds: 72 * 3600,
  accountLinkSeconds: 60 * 60,
  accountMailsPerAddressPerHour: 5,
  accountMailsPerNetworkPerHour: 20,
  sessionIdleSeconds: 24 * 3600,
  sessionTotalSeconds: 14 * 24 * 3600,
} as const;

export type Limits = Record<keyof typeof defaultLimits, number>;
