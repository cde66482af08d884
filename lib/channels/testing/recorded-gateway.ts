import type { TelegramGateway, TextMessage } from "../text-gateway";

export interface RecordedGateway extends TelegramGateway {
  sent: TextMessage[];
  /** Thrown by the next sends until it is null again. */
  failure: Error | null;
}

/** A gateway that keeps what it is given, for tests of what stands above it. */
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
