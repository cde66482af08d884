import type { NextConfig } from "next";

/** Headers of every answer; the content policy of the pages gets its nonces where the pages are made. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // `npm run check` judges types, tests included; a start on a fresh clone need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // These load native code, WebAssembly, fonts or workers by their own path, so they must stay packages.
  serverExternalPackages: ["@embedpdf/pdfium", "@node-rs/argon2", "fontkit", "nodemailer", "pg", "pino", "piscina", "sharp"],
  headers: () => Promise.resolve([{ source: "/:path*", headers: securityHeaders }]),
};

export default config;
