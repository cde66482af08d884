/** Facts that a line of an appearance may name as `{{variable}}`. A closed list. */
export const appearanceVariables = ["name", "email", "time", "reason", "location", "id", "organisation"] as const;
export type AppearanceVariable = (typeof appearanceVariables)[number];

export const appearanceLayouts = ["above", "left", "text"] as const;
export const appearanceBackgrounds = ["none", "light", "brand"] as const;
export const statementDemands = ["no", "optional", "required"] as const;
export const verificationMarks = ["none", "margin"] as const;

/** Template of what a signature field shows. */
export interface AppearanceTemplate {
  /** Text with `{{variables}}`. A line whose variables are all empty is left out. */
  lines: string[];
  /** Position of the signer's image; `text`: no image. */
  layout: (typeof appearanceLayouts)[number];
  /** Null: up to 8 points, as the field allows. */
  textSizePt: number | null;
  background: (typeof appearanceBackgrounds)[number];
  /** Shows the organisation's logo at the right. */
  logo: boolean;
  /** IANA name of the zone of `{{time}}`; null: UTC. */
  timeZone: string | null;
}

/** Whether signers state a reason, or a location, when they sign, and the text for those who state none. */
export interface StatementRule {
  ask: (typeof statementDemands)[number];
  preset: string | null;
}

/** How signatures of a request look and what signers state. */
export interface SignatureOptions {
  appearance: AppearanceTemplate;
  reason: StatementRule;
  location: StatementRule;
  /** QR code and link to verification on each page, in a blank margin. */
  verificationMark: (typeof verificationMarks)[number];
}

/** Members that are undefined count as left out. */
type Some<Value> = { [Member in keyof Value]?: Value[Member] | undefined };

/** Options of a request that differ from those of the instance. */
export interface SignatureOptionsChange {
  appearance?: Some<AppearanceTemplate> | undefined;
  reason?: Some<StatementRule> | undefined;
  location?: Some<StatementRule> | undefined;
  verificationMark?: SignatureOptions["verificationMark"] | undefined;
}
