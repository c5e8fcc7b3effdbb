import { createRequire } from 'node:module';
import type { Preset } from '../../fingerprint/recipe.ts';
import { WrongUsageError } from './usage.ts';

const NAME = /^yanyiwu(?:-top-([1-9]\d*))?(-jieba-.+)?$/;

/**
 * The preset of that name with the keywords that jieba finds in texts, without stop words; undefined for other presets.
 *
 * @throws {WrongUsageError} if `@node-rs/jieba` is not installed, or not in the version that is named
 */
export async function yanyiwuNamed(name: string): Promise<Preset | undefined> {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const { Jieba, dict, idf, version } = await loadJieba();
  const { jiebaKeywords } = await import('../../segmenters/index.ts');
  const { yanyiwu } = await import('../../presets/index.ts');
  const top = match[1] === undefined ? {} : { top: Number(match[1]) };
  const keywords = jiebaKeywords(Jieba.withDict(dict), { top: Number.MAX_SAFE_INTEGER, ...top, idf });
  const preset = yanyiwu({ keywords, extractor: `jieba-${version}`, ...top });
  if (match[2] === undefined || preset.name === name) return preset;
  throw new WrongUsageError(`${name} takes the keywords of another jieba than the one that is installed, ${version}.`);
}

async function loadJieba() {
  try {
    const { Jieba } = await import('@node-rs/jieba');
    const { dict, idf } = await import('@node-rs/jieba/dict.js');
    const { version } = createRequire(import.meta.url)('@node-rs/jieba/package.json') as { version: string };
    return { Jieba, dict, idf, version };
  } catch {
    throw new WrongUsageError(
      'The preset yanyiwu takes the keywords that jieba finds in a text, and jieba is not there. ' +
        'Install it beside hammingbird: npm install @node-rs/jieba',
    );
  }
}
