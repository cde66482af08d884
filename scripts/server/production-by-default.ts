/**
 * The built server is a production server unless `npm run dev` says otherwise. Whoever starts it without NODE_ENV would else serve the
 * tools of Next's development to everybody. Imported before whatever reads the variable.
 */
const environment: Record<string, string | undefined> = process.env;
environment["NODE_ENV"] ??= "production";
