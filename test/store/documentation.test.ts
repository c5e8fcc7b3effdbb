// Every promise in docs/stores.md names the test that it rests on; all of those are there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${ROOT}docs/stores.md`, 'utf8');

/** `file`: «name», «name»; of a name that is left out in part, both parts. */
const named = [...page.matchAll(/`(test\/store\/[a-z.-]+\.ts)`:((?:[\s,]*«[^»]+»)+)/g)].flatMap(([, file, names]) =>
  [...names!.matchAll(/«([^»]+)»/g)].flatMap(([, name]) =>
    name!
      .replace(/\s+/g, ' ')
      .split(/ ?… /)
      .map((part) => [file!, part] as const),
  ),
);

describe('docs/stores.md', () => {
  it('names tests for each of its promises', () => {
    const promises = [...page.matchAll(/^\| \[(\d+)\]/gm)].map(([, number]) => number);
    expect(promises.length).toBeGreaterThan(8);
    for (const number of promises) expect(page).toMatch(new RegExp(`^${number}\\. .*\`test/store/`, 'm'));
  });

  it.each(named)('%s has «%s»', (file, name) => {
    expect(readFileSync(`${ROOT}${file}`, 'utf8')).toContain(name);
  });
});
