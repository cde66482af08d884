/** POLICY.md section 1: what the server takes as a picture. */
export const mostPictureBytes = 2 * 1024 * 1024;
