// How the server's process is started. Both settings must be known before a process begins, so `npm start` starts a
// second one (decision 56).

/**
 * Three of these make up the young generation, which stays resident once it has grown; Node uses 16 MB each on large
 * machines.
 */
const semiSpaceFlag = "--max-semi-space-size=4";

/** Node options for the server's process. A setting in NODE_OPTIONS takes precedence. */
export function serverFlags(environment = process.env) {
  return environment.NODE_OPTIONS?.includes("semi-space") ? [] : [semiSpaceFlag];
}

/**
 * glibc gives threads separate arenas, up to eight per core, and memory freed in one is not available to the others.
 */
export function serverEnvironment(environment = process.env) {
  return { MALLOC_ARENA_MAX: "2", ...environment };
}
