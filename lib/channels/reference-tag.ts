/** The tag by which Resend's events name a mail of ours. */
export const referenceTag = "paraph_message";
