import { parsePhoneNumberFromString } from "libphonenumber-js";

const international = /^\+[\d\s().-]{6,30}$/;

/**
 * A telephone number in E.164 (`+491701234567`), from what people write of one: `+`, then digits, with spaces, hyphens, dots and brackets
 * between them. Null for anything else, and for a length that the country does not have; whether the number is in use, only a code sent
 * to it shows.
 */
export function readPhone(written: string): string | null {
  const text = written.trim();
  if (!international.test(text)) return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isPossible() ? number.number : null;
}

/** `+49…78`: country and two digits, enough to recognise one's own number. */
export function maskPhone(phone: string): string {
  const country = parsePhoneNumberFromString(phone)?.countryCallingCode;
  return `${country ? `+${country}` : phone.slice(0, 2)}…${phone.slice(-2)}`;
}
