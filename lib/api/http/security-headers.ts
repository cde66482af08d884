const yearSeconds = 31_536_000;

/** Strict-Transport-Security, on every response of a service whose `publicUrl` is https. */
export function transportHeaders(publicUrl: string): [name: string, value: string][] {
  return publicUrl.startsWith("https:") ? [["Strict-Transport-Security", `max-age=${String(yearSeconds)}`]] : [];
}

/** Headers of every response. The content policy has a separate nonce per response, so our server sets it. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
];
