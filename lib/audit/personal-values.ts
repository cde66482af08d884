import { randomBytes } from "node:crypto";
import { saltedHash } from "./chain";
import { Personal, type AuditRecord, type AuditValue } from "./events";

export interface PersonalValue {
  path: string;
  salt: Buffer;
  value: string;
}

/** Replaces each personal value by its salted hash and notes the value for the side table. */
export function withoutPersonalValues(
  path: string,
  record: AuditRecord,
  personal: PersonalValue[],
): Record<string, unknown> {
  const replace = (value: AuditValue | undefined, at: string): unknown => {
    if (value instanceof Personal) {
      const salt = randomBytes(16);
      personal.push({ path: at, salt, value: value.value });
      return saltedHash(salt.toString("hex"), value.value);
    }
    if (Array.isArray(value)) return value.map((item, index) => replace(item, `${at}.${index}`));
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, v]) => v !== undefined)
          .map(([k, v]) => [k, replace(v, `${at}.${k}`)]),
      );
    }
    return value;
  };
  return replace(record, path) as Record<string, unknown>;
}
