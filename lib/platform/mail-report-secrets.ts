/** What proves that a report about a mail comes from its provider, or from the operator's mail server. */
export interface MailReportSecrets {
  /** `whsec_…` of Resend's webhook, two during a change; empty: its events are not received. */
  resendSecrets: readonly string[];
  /** Of the operator's mail server; null: its reports are not received. */
  token: string | null;
}
