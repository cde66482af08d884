/** Says what runs here. The pages for people are not built yet, and it says so. */
export default function Home() {
  return (
    <main>
      <h1>Paraph</h1>
      <p>This server signs PDF documents, each with a signature of every signer that any reader can check.</p>
      <p>
        It is used through its API for now: <a href="/openapi.json">the description</a> names every operation under <code>/api/v1</code>, and
        the README shows a whole journey with curl.
      </p>
    </main>
  );
}
