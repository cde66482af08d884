import { httpGateway, type HttpGatewayOptions } from "./http-gateway";
import { signalGateway, type SignalOptions } from "./signal";
import { telegramGateway, type TelegramOptions } from "./telegram";
import type { TextGateway, TextGateways } from "./text-gateway";
import { twilioGateway, type TwilioOptions } from "./twilio";

export interface GatewayOptions {
  sms: ({ kind: "twilio" } & TwilioOptions) | ({ kind: "http" } & HttpGatewayOptions) | null;
  telegram: TelegramOptions | null;
  signal: SignalOptions | null;
}

export const noGateways: TextGateways = { sms: null, telegram: null, signal: null };

/** The adapters of what is configured. */
export function openGateways({ sms, telegram, signal }: GatewayOptions): TextGateways {
  return {
    sms: sms && smsGateway(sms),
    telegram: telegram && telegramGateway(telegram),
    signal: signal && signalGateway(signal),
  };
}

function smsGateway(options: NonNullable<GatewayOptions["sms"]>): TextGateway {
  return options.kind === "twilio" ? twilioGateway(options) : httpGateway(options);
}
