import { DomainError } from "@/lib/errors";

/** Calls that a request waits for: looking up a name, fetching a document. Deliveries of webhooks have places of their own. */
export const callsPerAccount = 4;
export const callsAtOnce = 32;

const retryAfterSeconds = 5;

export interface CallGate {
  /** Takes a place for a call of this account, and answers what gives it back. Throws `rate_limited`, `unavailable`. */
  enter(account: number): () => void;
}

/** Limits the calls under way in this process, so that servers that never answer cost one account its places and nobody else theirs. */
export function makeCallGate(): CallGate {
  const underWay = new Map<number, number>();
  let total = 0;
  return {
    enter(account) {
      const own = underWay.get(account) ?? 0;
      if (own >= callsPerAccount) {
        throw new DomainError("rate_limited", {
          retryAfterSeconds,
          detail: `At most ${callsPerAccount} calls to other servers at once are made for one account`,
        });
      }
      if (total >= callsAtOnce)
        throw new DomainError("unavailable", { retryAfterSeconds, detail: "Too many calls to other servers at once" });
      underWay.set(account, own + 1);
      total += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        total -= 1;
        const left = (underWay.get(account) ?? 1) - 1;
        if (left > 0) underWay.set(account, left);
        else underWay.delete(account);
      };
    },
  };
}
