import { postAuth, type LogInResult } from "./log-in";

/** Ends this browser's session, everywhere at once. Never throws. */
export async function logOut(): Promise<LogInResult> {
  return postAuth("signout", {});
}
