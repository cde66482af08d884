import { unboundedRates } from "@/e2e/unbounded-rates";

/** What the servers of the browser tests take as `LIMITS`. */
export const testLimits = {
  ...unboundedRates,
  // Everybody is on the loopback address here: what counts per network would count all tests together.
  codeSendsPerNetworkPerHour: 100_000,
  loginFailuresPerNetwork: 100_000,
  linkMissesPerMinute: 100_000,
  // A signer is locked out until their code is over or another may be sent: they stay locked for as long as the tests run.
  codeSendIntervalSeconds: 3000,
  codeLifetimeSeconds: 3000,
};
