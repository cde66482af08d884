// How the server's process is started. Both have to be known before a process begins, so `npm start` starts one more (decision 56).

/** Three of these make the young generation, which stays resident once it has grown; Node has 16 MB each on large machines. */
const semiSpaceFlag = "--max-semi-space-size=4";

/** Options of Node for the server's process; a choice in NODE_OPTIONS stands. */
export function serverFlags(environment = process.env) {
  return environment.NODE_OPTIONS?.includes("semi-space") ? [] : [semiSpaceFlag];
}

/** glibc gives every thread an arena of its own, up to eight a core, and what is freed in one is of no use to the others. */
export function serverEnvironment(environment = process.env) {
  return { MALLOC_ARENA_MAX: "2", ...environment };
}
