/**
 * The built server is a production server unless `npm run dev` says otherwise. Starting it without NODE_ENV would otherwise serve the
 * tools of Next's development to everybody. Imported before whatever reads the variable.
 */
const environment: Record<string, string | undefined> = process.env;
environment["NODE_ENV"] ??= "production";
