// Old syntax on purpose: this file must run on any version of Node to print its message.
const wanted = [20, 19];

/** Ends the process with one clear line when Node is too old for the service. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(
    `Paraph needs Node ${wanted.join(".")} or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
