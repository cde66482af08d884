import { DomainError } from "@/lib/errors";

const attempts = 4;

/** Runs work that is built outside a transaction and compared at its commit; when somebody else came first it is built again. */
export async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLostRace = error instanceof DomainError && error.code === "race_lost";
      if (!isLostRace || attempt >= attempts) throw error;
    }
  }
}
