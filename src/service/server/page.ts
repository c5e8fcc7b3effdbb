// What people see who look at the service with a browser.
import { thousands } from '../../numbers.ts';
import { html } from '../../report/html.ts';
import type { Store } from '../../store/store.ts';
import { BATCH } from './openapi.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}' +
  'pre{background:#8882;padding:1rem;overflow:auto}dt{float:left;width:11rem}:root{color-scheme:light dark}';

/** The page may load nothing, and run nothing. */
export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** @param url where the service is, as the reader knows it */
export async function page(store: Store, url: string, hasToken: boolean): Promise<string> {
  const documents = await store.size();
  const authorization = hasToken ? ' -H "Authorization: Bearer $HAMMINGBIRD_TOKEN"' : '';
  const json = `${authorization} -H 'content-type: application/json'`;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>hammingbird</title>
<style>${STYLE}</style>
<h1>hammingbird</h1>
<p>A service that answers «have I seen this document before?».</p>
<dl>
<dt>documents</dt><dd>${thousands(documents)}</dd>
<dt>recipe</dt><dd>${store.recipeId}</dd>
<dt>largest distance</dt><dd>${store.maxDistance} of 64 bits</dd>
</dl>
<h2>Ask it</h2>
<pre>curl ${url}/v1/documents${json} -d '{"id": "a", "text": "The text of a page."}'
curl ${url}/v1/search${json} -d '{"text": "The text of a page."}'
curl ${url}${BATCH}${authorization} -H 'content-type: application/x-ndjson' -T pages.jsonl -X POST
curl -G ${url}/v1/documents${authorization} --data-urlencode id=a</pre>
<p><a href="openapi.json">openapi.json</a> describes all of it, <a href="metrics">metrics</a> are for Prometheus.</p>
</html>
`.markup;
}
