/** Facts that a line of an appearance can include as `{{variable}}`. A closed list. */
export const appearanceVariables = ["name", "email", "time", "reason", "location", "id", "organisation"] as const;
export type AppearanceVariable = (typeof appearanceVariables)[number];

export const appearanceLayouts = ["above", "left", "text"] as const;
export const appearanceBackgrounds = ["none", "light", "brand"] as const;
export const statementDemands = ["no", "optional", "required"] as const;
export const verificationMarks = ["none", "margin"] as const;

/** Template for the content of a signature field. */
export interface AppearanceTemplate {
  /** Text with `{{variables}}`. A line whose variables are all empty is omitted. */
  lines: string[];
  /** Position of the signer's image; `text`: no image. */
  layout: (typeof appearanceLayouts)[number];
  /** Null: up to 8 points, as far as the field allows. */
  textSizePt: number | null;
  background: (typeof appearanceBackgrounds)[number];
  /** Shows the organisation's logo at the right. */
  logo: boolean;
  /** IANA name of the time zone of `{{time}}`; null: UTC. */
  timeZone: string | null;
}

/** Whether signers state a reason, or a location, when they sign, and the default text for those who do not. */
export interface StatementRule {
  ask: (typeof statementDemands)[number];
  preset: string | null;
}

/** How signatures of a request look and what signers state. */
export interface SignatureOptions {
  appearance: AppearanceTemplate;
  reason: StatementRule;
  location: StatementRule;
  /** QR code and link to the verify page on each page, in a blank margin. */
  verificationMark: (typeof verificationMarks)[number];
}

/** Undefined members count as omitted. */
type Some<Value> = { [Member in keyof Value]?: Value[Member] | undefined };

/** Options of a request that differ from those of the instance. */
export interface SignatureOptionsChange {
  appearance?: Some<AppearanceTemplate> | undefined;
  reason?: Some<StatementRule> | undefined;
  location?: Some<StatementRule> | undefined;
  verificationMark?: SignatureOptions["verificationMark"] | undefined;
}
