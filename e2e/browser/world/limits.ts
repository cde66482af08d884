import { unboundedRates } from "@/e2e/unbounded-rates";

/** `LIMITS` for the servers of the browser tests. */
export const testLimits = {
  ...unboundedRates,
  // All tests use the loopback address, so limits per network would count them together.
  codeSendsPerNetworkPerHour: 100_000,
  signerCodesPerNetworkPerHour: 100_000,
  loginFailuresPerNetwork: 100_000,
  linkMissesPerMinute: 100_000,
  // A locked signer waits until their code expires or another may be sent, so with this interval they stay locked for
  // the whole run.
  codeSendIntervalSeconds: 3000,
  codeLifetimeSeconds: 3000,
};
