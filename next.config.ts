import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { securityHeaders } from "./lib/api/http/security-headers";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // Every picture has a route of its own that checks access; Next's optimizer would cache pictures of documents on
  // disk, readable for all.
  images: { unoptimized: true },
  // `npm run check` judges types, tests included; a start on a fresh clone need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node, once for the pages, the API and our own server: Next would put a copy of each into the bundle of
  // every route. Some could not be bundled at all, because they load native code, WebAssembly, fonts or workers by
  // their own path.
  serverExternalPackages: [
    "@embedpdf/pdfium",
    "@node-rs/argon2",
    "@peculiar/x509",
    "asn1js",
    "busboy",
    "drizzle-orm",
    "fontkit",
    "next-auth",
    "nodemailer",
    "pg",
    "pino",
    "piscina",
    "pkijs",
    "reflect-metadata",
    "resend",
    "sharp",
    "zod",
  ],
  // The formatter without a parser of ICU messages, which would be 10 KB on every page; it takes them compiled
  // (lib/platform/locale/catalogue.ts).
  turbopack: { resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
  experimental: {
    // A route is loaded at its first request (6 ms): all of them at the start would be a quarter of it.
    preloadEntriesOnStart: false,
    // The cache takes 280 MB. It pays for those who build again and again, not for an operator.
    turbopackFileSystemCacheForBuild: process.env.BUILD_CACHE !== "off",
  },
  headers: () =>
    Promise.resolve([{ source: "/:path*", headers: securityHeaders.map(([key, value]) => ({ key, value })) }]),
};

export default createNextIntlPlugin("./lib/api/page-locale/request.ts")(config);
