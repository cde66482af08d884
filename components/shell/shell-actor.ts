/** What the frame of a page shows of who is logged in. */
export interface ShellActor {
  displayName: string;
  email: string;
  role: "signer" | "requester" | "admin";
}
