import type { TelegramGateway, TextMessage } from "../messenger";

export interface RecordedGateway extends TelegramGateway {
  sent: TextMessage[];
  /** Thrown by every send while it is not null. */
  failure: Error | null;
}

/** A gateway that records its calls, for tests of its callers. */
export function recordedGateway(): RecordedGateway {
  const gateway: RecordedGateway = {
    sent: [],
    failure: null,
    send(message) {
      if (gateway.failure) return Promise.reject(gateway.failure);
      return Promise.resolve({ providerId: `m-${gateway.sent.push(message)}` });
    },
    botName: () => Promise.resolve("ParaphCodesBot"),
    readUpdates: () => Promise.resolve([]),
  };
  return gateway;
}
