/**
 * The built server runs in production mode unless `npm run dev` sets another one. Started without NODE_ENV, it would
 * otherwise serve Next's development tools to everyone. Imported before any module that reads the variable.
 */
const environment: Record<string, string | undefined> = process.env;
environment["NODE_ENV"] ??= "production";
