/** Asks the person to log in again; true once they did, false when they would not. */
type AskToLogIn = () => Promise<boolean>;

let askToLogIn: AskToLogIn | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks on this page, until the returned function is called. */
export function offerLogIn(ask: AskToLogIn): () => void {
  askToLogIn = ask;
  return () => {
    if (askToLogIn === ask) askToLogIn = null;
  };
}

/** For a call that was refused because the session is over: the person is asked once, however many calls wait. False where nobody asks. */
export function logInAgain(): Promise<boolean> {
  if (!askToLogIn) return Promise.resolve(false);
  asking ??= askToLogIn().finally(() => {
    asking = null;
  });
  return asking;
}
