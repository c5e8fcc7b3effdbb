// The commands that work by a recipe: recipes, fingerprint, search, idf.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RECIPES } from '../../src/fingerprint/built-in.ts';
import { digest } from '../../src/fingerprint/digest.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { IdfModel } from '../../src/fingerprint/idf-model.ts';
import { PRESETS, seomoz } from '../../src/presets/index.ts';
import * as reference from '../reference/fingerprint.ts';
import { distance as distanceOf } from '../reference/search.ts';
import { jsonLines, needs } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { nativeJieba } from '../support/jieba.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const news: { id: string; text: string }[] = jsonLines(readFileSync(NEWS, 'utf8'));
const CAT = 'the cat sat on the mat';
const MINE = { name: 'mine', version: 3, characters: [5], weights: 'binary' } as const;

const hex = (fingerprint: bigint): string => fingerprint.toString(16).padStart(16, '0');

const escaped = (text: string): string => text.replace(/[.+*?()[\]|]/g, '\\$&');

const folder = folderForEach();

/** Runs what must succeed, and returns its output. */
function output(...args: string[]): string {
  const { status, stdout, stderr } = folder.run(...args);
  expect([status, stderr.includes('    at ')], stderr).toEqual([0, false]);
  return stdout;
}

/** Runs what must fail, without having written anything, and returns what it says. */
function refusal(status: number, ...args: string[]): string {
  const before = folder.names();
  const result = folder.run(...args);
  expect([result.status, result.stdout], result.stderr).toEqual([status, '']);
  expect(result.stderr).not.toContain('    at ');
  expect(folder.names()).toEqual(before);
  return result.stderr;
}

describe('recipes', () => {
  it('lists every recipe with its identity and what it is for', () => {
    const listed = output('recipes');
    for (const { name, version, about } of RECIPES) {
      expect(listed).toContain(`\n  ${`${name}/${version}`.padEnd(19)}  ${about}\n`);
    }
    for (const { name, about } of PRESETS) expect(listed).toMatch(new RegExp(`^ +${name} +${escaped(about)}$`, 'm'));
  });

  it('explains one in full, built in or in a file', () => {
    const explained = output('recipes', 'words-bigrams');
    expect(explained).toMatch(/^words-bigrams\/2\n {2}words and pairs of neighbours: /);
    for (const line of [
      /features +single words; 2 words in a row/,
      /normalisation +NFKC and case/,
      /weights +log2/,
      /ties +/,
    ]) {
      expect(explained).toMatch(line);
    }
    folder.write('mine.json', JSON.stringify(MINE));
    const { recipeId } = new Fingerprinter({ recipe: MINE });
    expect(output('recipes', 'mine.json')).toMatch(new RegExp(`^${recipeId}\n +features +5 characters in a row\n`));
  });

  it('prints recipes as JSON that --recipe takes, as it is and edited', () => {
    for (const recipe of [RECIPES[0]!, RECIPES.at(-1)!]) {
      const json = output('recipes', recipe.name, '--json');
      expect(JSON.parse(json)).toEqual(recipe);
      folder.write('same.json', json);
      expect(output('fingerprint', '--strings', CAT, '--recipe', 'same.json')).toBe(
        output('fingerprint', '--strings', CAT, '--recipe', recipe.name),
      );
    }
    const edited = { ...JSON.parse(output('recipes', 'words', '--json')), name: 'pairs', words: [2] };
    folder.write('pairs.json', JSON.stringify(edited));
    const [line] = jsonLines(output('fingerprint', '--strings', CAT, '--recipe', 'pairs.json'));
    expect(line.recipe).toMatch(/^pairs\/2#[0-9a-f]{16}$/);
    expect(line.fingerprint).toBe(hex(reference.fingerprint(CAT, edited)));
    expect(JSON.parse(output('recipes', '--json'))).toEqual(RECIPES);
  });
});

describe('--recipe and --idf', () => {
  const everywhere = [
    ['dedupe', NEWS, '-o', 'kept.jsonl'],
    ['compare', '--strings', 'a', 'b'],
    ['fingerprint', NEWS, '-o', 'fingerprints.jsonl'],
    ['idf', NEWS, '-o', 'model.json'],
    ['recipes'],
  ];

  it.each(everywhere)('a recipe that is not there: %s says what there is', (...args) => {
    const how = args[0] === 'recipes' ? ['letters'] : ['--recipe', 'letters'];
    expect(refusal(2, ...args, ...how)).toMatch(
      /^hammingbird: There is no recipe "letters"; there are words-bigrams, words, .*For a recipe of your own give its file: --recipe mine\.json\.$/m,
    );
  });

  it('a file that is no recipe is an error with its name', () => {
    folder.write('ties.json', JSON.stringify({ ...MINE, ties: 2 }));
    expect(refusal(1, 'fingerprint', '--strings', CAT, '--recipe', 'ties.json')).toContain(
      'hammingbird: ties.json: In the recipe "mine" ties is "parity" or 0 or 1, not 2.',
    );
    expect(refusal(1, 'fingerprint', '--strings', CAT, '--recipe', 'gone.json')).toContain(
      'hammingbird: Cannot read gone.json: there is no such file or folder (ENOENT).',
    );
  });

  it('an idf model is part of the recipe; one of another recipe, or none at all, is an error that names it', () => {
    folder.write('model.json', JSON.stringify(IdfModel.train(news.map(({ text }) => text))));
    const run = ['fingerprint', '--strings', CAT, '--idf'];
    expect(refusal(2, ...run, 'model.json', '--recipe', 'words')).toContain(
      'hammingbird: --recipe words --idf model.json: The idf model was trained for the recipe words-bigrams/2, and cannot weigh the features of words/2. Train one for this,',
    );
    // The recipe of the model's name, which has no other version here.
    const old = JSON.stringify(Object.assign(IdfModel.train([], { recipe: 'words' }), { recipe: 'words/1' }));
    const { digest: _, ...contents } = JSON.parse(old);
    folder.write('old.json', JSON.stringify({ ...contents, digest: digest(JSON.stringify(contents)) }));
    expect(refusal(2, ...run, 'old.json')).toContain(
      'hammingbird: --idf old.json: The idf model was trained for the recipe words/1, and cannot weigh the features of words/2.',
    );
  });

  it('dedupe and compare follow a recipe in a file', () => {
    folder.write('mine.json', JSON.stringify(MINE));
    folder.write('same.jsonl', '{"id":1,"text":"one two three four"}\n{"id":2,"text":"One: two; three, four!"}\n');
    expect(jsonLines(output('dedupe', 'same.jsonl', '--recipe', 'mine.json'))).toHaveLength(1);
    expect(output('compare', '--strings', 'one two', 'one too', '--recipe', 'mine.json')).toContain('“e two”');
  });
});

describe('a preset', () => {
  it('is a recipe like others: named in every line, and found again by search', () => {
    const prints = output('fingerprint', '--strings', CAT, 'a dog', '--recipe', 'seomoz');
    expect(jsonLines(prints)[0]).toEqual({
      id: CAT,
      fingerprint: hex(seomoz.fingerprint(CAT)),
      features: 14,
      recipe: 'seomoz/1',
    });
    folder.write('prints.jsonl', prints);
    expect(output('search', 'prints.jsonl', '--strings', CAT)).toBe(`${CAT}\n   0  ${CAT}\n`);
    expect(refusal(2, 'search', 'prints.jsonl', '--strings', CAT, '--recipe', '1e0ng')).toContain(
      '--recipe 1e0ng: prints.jsonl was made by the recipe seomoz/1, and cannot be compared with fingerprints by 1e0ng/1.',
    );
  });

  it('is one fingerprint a document for dedupe, and tells compare no contributions', () => {
    const groups = ['--groups', 'groups.jsonl', '--recipe', 'mfonda-2-shingles', '--distance', '16'];
    expect(jsonLines(output('dedupe', NEWS, ...groups)).length).toBeLessThan(news.length - 30);
    const compared = output('compare', '--strings', CAT, 'the cat sat on a mat', '--recipe', 'mfonda');
    expect(compared).toContain('more in A');
    expect(compared).not.toContain('driven by');
  });

  it('of ClickHouse has 32 bits, and that many tell compare and dedupe how alike texts are', () => {
    const unlike = [
      'the cat sat on the mat, and it was a very lazy afternoon',
      'Quarterly revenue exceeded projections',
    ];
    const compared = output('compare', '--strings', ...unlike, '--recipe', 'clickhouse-ngram-3');
    expect(compared).toMatch(/^distance {4}\d+ of 64 bits, of which 32 tell something$/m);
    // With nothing in common it is a right angle.
    expect(Number(/^angle +(\d+)°/m.exec(compared)?.[1])).toBeGreaterThan(65);
    const found = folder.run('dedupe', NEWS, '--recipe', 'clickhouse-ngram-3', '--dry-run');
    expect([found.status, found.stderr]).toEqual([0, expect.not.stringContaining('are found at this distance')]);
  });

  it('of yanyiwu takes keywords from texts by jieba, as cppjieba does, and is found again by search', ({ skip }) => {
    needs(nativeJieba !== undefined, '@node-rs/jieba', skip);
    const lines = output('fingerprint', '--recipe', 'yanyiwu-top-3', '--strings', '你好世界');
    // From the tests of yanyiwu/simhash.
    expect(jsonLines(lines)[0]).toMatchObject({ fingerprint: hex(17676873585679812141n) });
    folder.write('stored.jsonl', lines);
    expect(output('search', 'stored.jsonl', '--strings', '你好，世界！')).toMatch(/^ +0 {2}你好世界$/m);
  });

  it('of yanyiwu are those of the jieba that is installed, and of a number without zeros before it', ({ skip }) => {
    needs(nativeJieba !== undefined, '@node-rs/jieba', skip);
    const { recipe } = jsonLines(output('fingerprint', '--recipe', 'yanyiwu-top-3', '--strings', '你好世界'))[0]!;
    const name = String(recipe).replace('/1', '');
    expect(output('fingerprint', '--recipe', name, '--strings', '你好世界')).toContain(`"recipe":"${recipe}"`);
    const other = 'yanyiwu-top-3-jieba-0.0.1';
    expect(refusal(2, 'fingerprint', '--recipe', other, '--strings', '你好')).toContain(
      `${other} takes the keywords of another jieba than the one that is installed, `,
    );
    expect(refusal(2, 'fingerprint', '--recipe', 'yanyiwu-top-03', '--strings', '你好')).toContain('yanyiwu-top-03');
  });

  it('cannot be edited, nor weighed by idf', () => {
    expect(output('recipes', 'seomoz')).toMatch(/^seomoz\/1\n {2}seomoz\/simhash-py: /);
    expect(refusal(2, 'recipes', 'seomoz', '--json')).toContain('The preset seomoz is code, with nothing to edit.');
    expect(refusal(2, 'idf', NEWS, '-o', 'model.json', '--recipe', 'seomoz')).toMatch(
      /--recipe seomoz: .* no such recipe/,
    );
    folder.write('model.json', JSON.stringify(IdfModel.train([CAT])));
    expect(refusal(2, 'fingerprint', '--strings', CAT, '--recipe', 'seomoz', '--idf', 'model.json')).toContain(
      'trained for the recipe words-bigrams/2, and cannot weigh the features of seomoz/1.',
    );
  });
});

describe('idf', () => {
  it('makes no recipe, and says where its model goes', () => {
    folder.write('model.json', JSON.stringify(IdfModel.train([CAT])));
    for (const args of [
      ['recipes', 'model.json'],
      ['fingerprint', '--strings', CAT, '--recipe', 'model.json'],
    ]) {
      expect(refusal(1, ...args)).toContain('model.json is an idf model and no recipe: name it with --idf.');
    }
  });

  it('trains the model that the library trains, and reports it', () => {
    const { status, stderr } = folder.run(
      'idf',
      NEWS,
      '-o',
      'model.json',
      '--recipe',
      'words',
      '--least-documents',
      '3',
    );
    const model = IdfModel.train(
      news.map(({ text }) => text),
      { recipe: 'words', leastDocuments: 3 },
    );
    expect(status).toBe(0);
    expect(JSON.parse(folder.read('model.json'))).toEqual(JSON.parse(JSON.stringify(model)));
    expect(stderr).toMatch(/^documents +179 /m);
    expect(stderr).toMatch(new RegExp(`^features +${model.size.toLocaleString('en')} +of at least 3 documents`, 'm'));
    expect(stderr).toContain(`words/2+idf-${model.digest}`);
  });

  it('says of a corpus that is a single text how its lines become documents', () => {
    folder.write('news.txt', `${CAT}\n${CAT}\n`);
    const hint = 'with --format lines each of its lines is one';
    expect(folder.run('idf', 'news.txt', '-o', 'model.json').stderr).toContain(hint);
    expect(folder.run('idf', 'news.txt', '-o', 'model.json', '--format', 'lines').stderr).not.toContain(hint);
  });

  it('for a recipe in a file, to standard output, from named fields; malformed lines are counted', () => {
    folder.write('mine.json', JSON.stringify(MINE));
    folder.write('corpus.jsonl', '{"body":"one two"}\n{"body":"one three"}\n{"text":"no body"}\n');
    const { status, stdout, stderr } = folder.run(
      'idf',
      'corpus.jsonl',
      '-o',
      '-',
      '--text',
      'body',
      '--recipe',
      'mine.json',
    );
    expect([status, JSON.parse(stdout)]).toMatchObject([
      0,
      { documents: 2, recipe: new Fingerprinter({ recipe: MINE }).recipeId },
    ]);
    expect(stderr).toMatch(/^passed over corpus\.jsonl:3: no field "body"/m);
    expect(stderr).toContain(`; the model has ${stdout.trimEnd().length} B\n`);
    expect(stderr).toMatch(/^malformed +1 /m);
  });

  it('writes nothing if it fails', () => {
    folder.write('empty.jsonl', '');
    folder.write('model.json', 'what was there before');
    expect(refusal(1, 'idf', 'empty.jsonl', '-o', 'model.json')).toBe(
      'hammingbird: There is no document in empty.jsonl.\n',
    );
    expect(refusal(1, 'idf', 'gone.jsonl', '-o', 'model.json')).toContain('Cannot read gone.jsonl');
    expect(refusal(2, 'idf', NEWS)).toContain("required option '-o, --output <file>' not specified");
    expect(refusal(2, 'idf', NEWS, '-o', 'model.json', '--least-documents', '0')).toContain('whole number from 1');
    expect(folder.read('model.json')).toBe('what was there before');
  });
});

describe('fingerprint', () => {
  it('writes a line a document, as the reference has it, with the recipe in each', () => {
    const { status, stdout, stderr } = folder.run('fingerprint', NEWS, '-o', 'fingerprints.jsonl');
    expect([status, stdout]).toEqual([0, '']);
    expect(folder.records('fingerprints.jsonl')).toEqual(
      news.map(({ id, text }) => ({
        id,
        fingerprint: hex(reference.fingerprint(text, { words: [1, 2] })),
        features: [...reference.features(text, { words: [1, 2] }).values()].reduce((sum, count) => sum + count, 0),
        recipe: 'words-bigrams/2',
      })),
    );
    expect(stderr).toMatch(/^documents +179 /m);
    expect(stderr).toMatch(/^recipe +words-bigrams\/2$/m);
  });

  it('marks what is too short, takes texts as arguments, and asks for the encoding of what is not UTF-8', () => {
    expect(jsonLines(output('fingerprint', '--strings', 'one two', '', CAT))).toMatchObject([
      { id: 'one two', features: 3, tooShort: true },
      { id: '', fingerprint: '0000000000000000', features: 0, tooShort: true },
      { id: CAT, features: 11 },
    ]);
    folder.write('broken.txt', Uint8Array.of(0x61, 0x62, 0xff, 0x63, 0x64, 0xc3));
    expect(refusal(1, 'fingerprint', 'broken.txt')).toMatch(/broken\.txt.*--charset/);
    const [line] = jsonLines(output('fingerprint', 'broken.txt', '--charset', 'windows-1252'));
    expect(line).toEqual({
      id: 'broken.txt',
      fingerprint: hex(reference.fingerprint('abÿcdÃ', { words: [1, 2] })),
      features: 1,
      tooShort: true,
      recipe: 'words-bigrams/2',
    });
  });

  it('writes nothing if it fails', () => {
    folder.write('bad.jsonl', '{"id": 1}\n');
    expect(refusal(1, 'fingerprint', 'bad.jsonl', '-o', 'out.jsonl')).toMatch(
      /passed over bad\.jsonl:1: no field "text".*\n.*There is no document/,
    );
    expect(refusal(1, 'fingerprint', NEWS, '-o', 'no/where.jsonl')).toContain('Cannot write no/where.jsonl');
  });
});

describe('search', () => {
  const line = (id: string | number, fingerprint: bigint, recipe = 'words-bigrams/2', features = 9) =>
    `${JSON.stringify({ id, fingerprint: hex(fingerprint), features, recipe })}\n`;
  const cat = reference.fingerprint(CAT, { words: [1, 2] });

  it('finds what brute force finds, nearest first', () => {
    output('fingerprint', NEWS, '-o', 'fingerprints.jsonl');
    const prints = news.map(({ id, text }) => ({ id, fingerprint: reference.fingerprint(text, { words: [1, 2] }) }));
    const expected = prints.flatMap((query) =>
      prints
        .map(({ id, fingerprint }) => ({ query: query.id, id, distance: distanceOf(query.fingerprint, fingerprint) }))
        .filter(({ distance }) => distance <= 12)
        .sort((a, b) => a.distance - b.distance),
    );
    const found = output('search', 'fingerprints.jsonl', NEWS, '--distance', '12', '--json');
    expect(jsonLines(found)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(news.length);
  });

  it('prints distances and ids for people, the nearest where nothing is near, and what is too short', () => {
    folder.write(
      'prints.jsonl',
      line('same', cat) + line(7, cat ^ 0b1011n) + line('far', cat ^ 0xffffffffn) + line('empty', 0n, undefined, 0),
    );
    expect(output('search', 'prints.jsonl', '--strings', CAT)).toBe(`${CAT}\n   0  same\n   3  7\n`);
    expect(output('search', 'prints.jsonl', '--strings', CAT, '--nearest', '9')).toBe(
      `${CAT}\n   0  same\n   3  7\n  32  far\n`,
    );
    folder.write('lines.jsonl', line('two\nlines, \u001b[31mred', cat));
    expect(output('search', 'lines.jsonl', '--strings', CAT)).toBe(`${CAT}\n   0  two lines, [31mred\n`);
    expect(output('search', 'lines.jsonl', '--strings', 'dog')).toMatch(/ bits away: two lines, \[31mred\n$/);
    const several = output('search', 'prints.jsonl', '--strings', '!!', 'nothing of the kind\nat all', 'cat');
    expect(several).toMatch(/^!!\n {6}no features, so it matches nothing\n/);
    expect(several).toMatch(
      /^nothing of the kind at all\n {6}nothing within 3 bits; the nearest is \d+ bits away: (same|7|far)$/m,
    );
    expect(several).toMatch(/^cat {3}\(1 feature: says little\)$/m);
    folder.write('query.txt', CAT.toUpperCase());
    expect(output('search', 'prints.jsonl', 'query.txt', '--json')).toBe(
      '{"query":"query.txt","id":"same","distance":0}\n{"query":"query.txt","id":7,"distance":3}\n',
    );
  });

  it('passes over malformed lines, counted and listed; order, cuts and joins do not matter', () => {
    const malformed = [
      '{"id": 1',
      '[1]',
      'null',
      '{"fingerprint": "00", "features": 1, "recipe": "words/2"}',
      '{"id": 2, "fingerprint": "00", "features": 1, "recipe": "words-bigrams/2"}',
      '{"id": 3, "fingerprint": 7, "features": 1, "recipe": "words-bigrams/2"}',
      '{"id": 4, "fingerprint": "00000000000000ff", "features": -1, "recipe": "words-bigrams/2"}',
      '{"id": 5, "fingerprint": "00000000000000ff", "features": 1}',
    ];
    const upper = line('a', cat).replace(hex(cat), hex(cat).toUpperCase());
    folder.write('prints.jsonl', `\ufeff${line('b', cat ^ 1n)}\r\n${malformed.join('\n')}\n\n\ufeff${upper}`);
    const { status, stdout, stderr } = folder.run('search', 'prints.jsonl', '--strings', CAT);
    expect([status, stdout]).toEqual([0, `${CAT}\n   0  a\n   1  b\n`]);
    expect(stderr.match(/^passed over prints\.jsonl:\d+: /gm)).toHaveLength(malformed.length);
    expect(stderr).toMatch(/^passed over prints\.jsonl:3: not JSON: /m);
    expect(stderr).toMatch(
      /^passed over prints\.jsonl:7: no field "fingerprint" with 16 hexadecimal digits, or null$/m,
    );
    expect(stderr).toMatch(/^passed over prints\.jsonl:9: no whole number from 0 in field "features"$/m);
    expect(stderr).toMatch(/^passed over prints\.jsonl:10: no field "recipe"/m);
  });

  it('reads the file from standard input, too', () => {
    const { status, stdout } = folder.runWith({ input: line('same', cat) }, 'search', '-', '--strings', CAT);
    expect([status, stdout]).toEqual([0, `${CAT}\n   0  same\n`]);
    for (const args of [
      ['search', '-', '--strings', CAT],
      ['store', 'import', 'seen', '-'],
    ]) {
      const { stderr } = folder.runWith({ input: line('same', cat, 'mine/1#0123456789abcdef') }, ...args);
      expect(stderr).toMatch(/^hammingbird: standard input was made by the recipe mine\/1#/);
    }
  });

  it('refuses two recipes in a file, and a recipe other than that of the file, naming both and the place', () => {
    folder.write('mixed.jsonl', line('a', cat) + line('b', cat, 'words/2'));
    expect(refusal(1, 'search', 'mixed.jsonl', '--strings', CAT)).toContain(
      'mixed.jsonl:2 was made by the recipe words/2, and cannot be compared with fingerprints by words-bigrams/2.',
    );
    folder.write('prints.jsonl', line('a', cat));
    expect(refusal(2, 'search', 'prints.jsonl', '--strings', CAT, '--recipe', 'words')).toContain(
      'prints.jsonl was made by the recipe words-bigrams/2, and cannot be compared with fingerprints by words/2.',
    );
    folder.write('newer.jsonl', line('a', cat, 'words/3'));
    expect(refusal(1, 'search', 'newer.jsonl', '--strings', CAT)).toContain(
      'newer.jsonl was made by the recipe words/3, and cannot be compared with fingerprints by words/2.',
    );
  });

  it('by a recipe of one’s own and idf, which must be given and be the same', () => {
    folder.write('mine.json', JSON.stringify(MINE));
    folder.write('other.json', JSON.stringify({ ...MINE, ties: 0 }));
    output('idf', NEWS, '-o', 'model.json', '--recipe', 'mine.json');
    const own = ['--recipe', 'mine.json', '--idf', 'model.json'];
    output('fingerprint', '--strings', CAT, 'a dog', '-o', 'prints.jsonl', ...own);
    const run = ['search', 'prints.jsonl', '--strings', CAT];
    expect(output(...run, ...own)).toBe(`${CAT}\n   0  ${CAT}\n`);
    expect(refusal(2, ...run)).toMatch(
      /prints\.jsonl was made by the recipe mine\/3#[0-9a-f]{16}\+idf-[0-9a-f]{16}\. Give it with --recipe/,
    );
    expect(refusal(2, ...run, '--recipe', 'words')).toMatch(
      /prints\.jsonl was made by the recipe mine\/3#.*, and cannot be compared with fingerprints by words\//,
    );
    expect(refusal(2, ...run, '--recipe', 'mine.json')).toMatch(
      /prints\.jsonl was made with an idf model, by the recipe mine\/3#.*\. Give the model with --idf\./,
    );
    output('idf', NEWS, '-o', 'built-in.json');
    output('fingerprint', '--strings', CAT, '-o', 'built-in.jsonl', '--idf', 'built-in.json');
    expect(refusal(2, 'search', 'built-in.jsonl', '--strings', CAT)).toContain('Give the model with --idf.');
    expect(refusal(2, ...run, '--recipe', 'other.json', '--idf', 'model.json')).toContain(
      'model.json: The idf model was trained for the recipe mine/3#',
    );
  });

  it('by a recipe of one’s own that is called as a preset is, which must be given', () => {
    folder.write('own.json', JSON.stringify({ ...MINE, name: '1e0ng' }));
    output('fingerprint', '--strings', CAT, '-o', 'prints.jsonl', '--recipe', 'own.json');
    const run = ['search', 'prints.jsonl', '--strings', CAT];
    expect(output(...run, '--recipe', 'own.json')).toBe(`${CAT}\n   0  ${CAT}\n`);
    expect(refusal(2, ...run)).toMatch(
      /was made by the recipe 1e0ng\/3#[0-9a-f]{16}\. Give it with --recipe FILE\.json/,
    );
  });

  it('of what is no fingerprint file, or with options that cannot be, is an error', () => {
    folder.write('other.jsonl', '{}\n');
    folder.write('prints.jsonl', line('a', cat));
    expect(refusal(1, 'search', 'other.jsonl', '--strings', CAT)).toContain('There is no fingerprint in other.jsonl.');
    expect(refusal(1, 'search', 'gone.jsonl', '--strings', CAT)).toContain(
      'Cannot read gone.jsonl: there is no such file',
    );
    expect(refusal(1, 'search', 'prints.jsonl', 'gone.txt')).toContain('Cannot read gone.txt');
    expect(refusal(2, 'search', 'prints.jsonl')).toContain("missing required argument 'text'. Name a file of texts");
    expect(refusal(2, 'search', 'prints.jsonl', 'x', '--distance', '17')).toContain('whole number from 0 to 16');
    expect(refusal(2, 'search', 'prints.jsonl', 'x', '--distance', '3', '--nearest', '2')).toContain(
      'cannot be used with',
    );
  });
});
