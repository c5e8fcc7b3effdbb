// What the page says is said in both of its languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHINESE } from '../../web/language/chinese.ts';
import { ENGLISH, type MessageKey } from '../../web/language/english.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const keys = Object.keys(ENGLISH) as MessageKey[];
const placeholders = (message: string): string[] => [...message.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();

/** The page and its scripts, without the messages. */
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|html)$/.test(name) && !/(english|chinese)\.ts$/.test(name))
  .map((name) => readFileSync(join(WEB, name), 'utf8'))
  .join('\n');

describe('the messages of the page', () => {
  it('are the same in both languages, with the same values in them', () => {
    expect(Object.keys(CHINESE)).toEqual(keys);
    for (const key of keys) expect([key, placeholders(CHINESE[key])]).toEqual([key, placeholders(ENGLISH[key])]);
    expect(keys.filter((key) => key !== 'other-language' && /[\u4e00-\u9fff]/.test(ENGLISH[key]))).toEqual([]);
    expect(keys.filter((key) => key !== 'other-language' && !/[\u4e00-\u9fff]/.test(CHINESE[key]))).toEqual([]);
  });

  it('are in English those that stand in the page until its script is there', () => {
    const standing = [...sources.matchAll(/data-t="([^"]+)">([^<]+)</g)].map(([, key, words]) => [key, words]);
    expect(standing.length).toBeGreaterThan(20);
    expect(standing).toEqual(standing.map(([key]) => [key, ENGLISH[key as MessageKey]]));
  });

  it('are all that the page asks for, and all of them are asked for', () => {
    const inPage = [...sources.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map(([, key]) => key);
    expect(inPage.filter((key) => !keys.includes(key as MessageKey))).toEqual([]);
    // Some are put together: `verdict-${kind}`.
    const stems = [...sources.matchAll(/`([a-z]+-)\$\{|`\$\{\w+\}(-[a-z]+)`/g)].map(([, start, end]) => [start, end]);
    const isAsked = (key: string): boolean =>
      sources.includes(`'${key}'`) ||
      inPage.includes(key) ||
      stems.some(([start, end]) => (start ? key.startsWith(start) : key.endsWith(end!)));
    expect(keys.filter((key) => !isAsked(key))).toEqual([]);
  });
});
