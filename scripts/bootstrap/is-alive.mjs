/**
 * Whether the process exists. One that has ended counts until its parent has read its exit code. Plain JavaScript,
 * because an install that waits for another one calls it before there are packages.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
