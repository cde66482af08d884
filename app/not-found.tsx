import Link from "next/link";

export default function NotFound() {
  return (
    <main>
      <h1>This page does not exist</h1>
      <p>
        The address may be mistyped, or the document behind it was removed. <Link href="/">Go to the start page</Link>
      </p>
    </main>
  );
}
