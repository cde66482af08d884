import type { CheckedToken } from "@/lib/pades/verify/cms/timestamp-token";
import type { Deadline } from "@/lib/pades/verify/deadline";
import { assessToken, type AssessedToken } from "@/lib/pades/verify/trust/assess-token";
import type { TrustMaterial } from "@/lib/pades/verify/trust/gather-material";
import type { TrustCase } from "@/lib/pades/verify/trust/trust-case";

/** How far the clocks of two authorities may be apart. */
const clockSkewMs = 60_000;

/** Every timestamp of a file, judged in the light of those that cover it. */
export interface CaseTimestamps {
  /** The best of the signature's own; of a document timestamp, itself. */
  own: AssessedToken | null;
  /** The best of those made before signing. */
  content: AssessedToken | null;
  /** Document timestamps that cover the signature and count. */
  covering: { case: TrustCase; token: AssessedToken }[];
  isOutOfOrder: boolean;
}

/**
 * Assesses all timestamps, the last document timestamp first: each that is trusted proves that what it covers existed by then
 * (ETSI EN 319 102-1, 5.6.2.4).
 */
export function assessTimestamps(
  cases: readonly TrustCase[],
  material: TrustMaterial,
  deadline: Deadline,
  now: Date,
): Map<TrustCase, CaseTimestamps> {
  const found = new Map<TrustCase, CaseTimestamps>();
  const covers: CaseTimestamps["covering"] = [];
  for (const one of [...cases].sort((a, b) => b.end - a.end)) {
    if (deadline.passed) {
      break;
    }
    const covering = covers.filter((cover) => cover.case.end > one.end);
    const provenAt = earliest(covering.map(({ token }) => token.trustedAt)) ?? now;
    const assess = (tokens: readonly CheckedToken[]) =>
      bestOf(tokens.map((token) => assessToken(token, material, provenAt, now)));
    const isStamp = one.record.kind === "doc_timestamp";
    const isOutOfOrder = isStamp && isOlderThanCovered(one, cases);
    const own = isOutOfOrder ? refuseOrder(assess(one.checked.tokens)) : assess(one.checked.tokens);
    found.set(one, { own, content: assess(one.checked.contentTokens), covering, isOutOfOrder });
    if (isStamp && own?.at && one.record.intact) {
      covers.push({ case: one, token: own });
    }
  }
  return found;
}

export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null);
}

/** The earliest that is trusted, else the earliest that is credited, else the first. */
function bestOf(tokens: readonly AssessedToken[]): AssessedToken | null {
  const [first] = tokens;
  const by = (pick: (token: AssessedToken) => Date | null) => {
    const time = earliest(tokens.map(pick));
    return time && tokens.find((token) => pick(token) === time);
  };
  return by((token) => token.trustedAt) ?? by((token) => token.at) ?? first ?? null;
}

// Time cannot run backwards along the revisions of a file.
function isOlderThanCovered(stamp: TrustCase, cases: readonly TrustCase[]): boolean {
  const at = stamp.checked.tokens[0]?.outcome.at;
  const covered = cases.filter((one) => one.end < stamp.end).flatMap(({ checked }) => checked.tokens);
  return (
    at != null &&
    covered.some(
      ({ outcome }) =>
        outcome.status === "valid" && outcome.at !== null && outcome.at.getTime() > at.getTime() + clockSkewMs,
    )
  );
}

function refuseOrder(token: AssessedToken | null): AssessedToken | null {
  const problem = "the timestamp names an earlier time than one that it covers";
  return (
    token && {
      ...token,
      at: null,
      trustedAt: null,
      report: { ...token.report, status: "invalid", problem: token.report.problem ?? problem },
    }
  );
}
