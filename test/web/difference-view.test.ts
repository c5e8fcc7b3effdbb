// What the page says below two texts.
import { parseHTML } from 'linkedom';
import { afterEach, expect, it, vi } from 'vitest';
import { difference } from '../../src/report/difference.ts';

afterEach(() => vi.unstubAllGlobals());

const SAME = 'The texts are the same';

async function shown(kept: string, removed: string): Promise<string> {
  vi.stubGlobal('document', parseHTML('<html></html>').document);
  vi.stubGlobal('navigator', { languages: ['en'] });
  const { differenceView } = await import('../../web/corpus/difference-view.ts');
  return differenceView(difference(kept, removed))
    .map(({ textContent }) => textContent)
    .join('\n');
}

it('does not say that texts are the same where they may differ behind what is compared', async () => {
  const long = Array.from({ length: 6000 }, (_, i) => `word${i}`).join(' ');
  expect(await shown('a text', 'a  text')).toContain(SAME);
  expect(await shown(`a\ttext ${long} red`, `a text ${long} red`)).toContain(SAME);
  const cut = await shown(`a\ttext ${long} red`, `a text ${long} blue`);
  expect(cut).toContain('Cut here');
  expect(cut).not.toContain(SAME);
});
