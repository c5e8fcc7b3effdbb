import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  CorruptDataError,
  DisposedError,
  HammingbirdError,
  InvalidArgumentError,
  RecipeMismatchError,
} from '../../src/errors.ts';
import { fromBase64, toBase64 } from '../../src/fingerprint/base64.ts';
import { RECIPES } from '../../src/fingerprint/built-in.ts';
import { digest } from '../../src/fingerprint/digest.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { IdfModel, IdfTrainer } from '../../src/fingerprint/idf-model.ts';
import type { Recipe, TextRecipe } from '../../src/fingerprint/recipe.ts';
import { checkSameRecipe } from '../../src/fingerprint/recipe-id.ts';
import { recipeId } from '../../src/fingerprint/recipes.ts';
import { simhash } from '../../src/fingerprint/simhash.ts';
import { readIdfModel, readRecipe } from '../../src/io/side-files/recipe-file.ts';

const plain = { name: 'mine', version: 1, words: [1, 2] } satisfies TextRecipe;
const [wordsBigrams] = RECIPES;
const TEXTS = ['the cat sat on the mat', 'the dog sat on the log', 'a cat and a dog'];

/** A recipe of whatever shape, as JavaScript or a file may give it. */
const by = (recipe: unknown): Fingerprinter => new Fingerprinter({ recipe: recipe as Recipe });
const segmenter = { name: 'spaces', version: 1, segment: (text: string) => text.split(' ') };

it('a built-in recipe is the same for everybody: whoever changes a copy of it in place is told', () => {
  const mine = { ...(new Fingerprinter().recipe as TextRecipe), name: 'mine' };
  expect(() => (mine.words as number[]).push(3)).toThrow(TypeError);
  expect(() => Object.assign(RECIPES[1]!, { weights: 'binary' })).toThrow(TypeError);
});

describe('a recipe that cannot be followed is refused by name, with what it may be:', () => {
  it.each<[string, unknown, string | RegExp]>([
    ['a name that nothing has', 'letters', /There is no recipe "letters"; there are words-bigrams, words, /],
    ['a number', 5, 'an object with a name, a version and features, not 5.'],
    ['null', null, 'not null.'],
    ['a list', [plain], 'A recipe is the name of one, or an object'],
    ['no name', { version: 1, words: [1] }, "A recipe's name is up to 100 letters, digits and ._-, unlike undefined."],
    ['a name with a slash', { ...plain, name: 'a/b' }, 'unlike "a/b".'],
    ['a name of 101 letters', { ...plain, name: 'a'.repeat(101) }, 'is up to 100 letters, digits'],
    [
      'no version',
      { name: 'mine', words: [1] },
      'In the recipe "mine" version is a whole number from 1, not undefined;',
    ],
    ['a version that is rounded', { ...plain, version: 2 ** 53 }, 'version is a whole number from 1, not 9007'],
    ['a version of 0', { ...plain, version: 0 }, 'version is a whole number from 1, not 0;'],
    [
      'a field that is not known',
      { ...plain, stem: true },
      'there is no field "stem"; there are name, version, about, words,',
    ],
    ['no features', { name: 'mine', version: 1 }, 'there are no features: say, for example, words: [1, 2]'],
    [
      'features that are no lengths',
      { ...plain, words: [0] },
      'words is a list of lengths of n-grams from 1 to 16, not [0].',
    ],
    ['n-grams that are too long', { ...plain, characters: [17] }, 'characters is a list of lengths'],
    ['a length alone', { ...plain, bytes: 8 }, 'bytes is a list of lengths of n-grams from 1 to 16, not 8.'],
    ['a normalisation that is not known', { ...plain, normalisation: 'nfd' }, 'not "nfd".'],
    [
      'normalised bytes',
      { name: 'raw', version: 1, bytes: [4], normalisation: 'nfkc' },
      'so normalisation is \'none\', not "nfkc".',
    ],
    [
      'weights that are not known',
      { ...plain, weights: 'bm25' },
      'weights is "log-tf" or "tf" or "binary" or "explicit", not "bm25".',
    ],
    [
      'explicit weights without a function',
      { ...plain, weights: 'explicit' },
      "'explicit' only where a function gives the features",
    ],
    ['ties that are not known', { ...plain, ties: 2 }, 'ties is "parity" or 0 or 1, not 2.'],
    [
      'a segmenter without a function',
      { ...plain, segmenter: { name: 'jieba', version: 1 } },
      'a function segment(text), unlike',
    ],
    ['segmented bytes', { name: 'raw', version: 1, bytes: [4], segmenter }, 'there is nothing to segment in bytes'],
    [
      'an idf that is no model',
      { ...plain, idf: { cat: 3 } },
      'idf is an IdfModel, as IdfModel.train() or IdfModel.from() gives it',
    ],
    [
      'features that are no function',
      { name: 'mine', version: 1, features: ['a'] },
      'features is a function from a text to its features, not ["a"].',
    ],
    [
      'a hole for features',
      { ...plain, words: new Array(1) },
      'words is a list of lengths of n-grams from 1 to 16, not',
    ],
    ['nothing compared', { ...plain, compared: [] }, 'compared is a list of lengths of n-grams of words'],
    ['words compared that are no features', { ...plain, words: [], characters: [4], compared: [1] }, 'with words'],
    ['words compared beside bytes', { ...plain, bytes: [4], compared: [1] }, 'without bytes, not [1]'],
    ['words beside a function', { ...plain, features: segmenter.segment }, 'there is no field "words"'],
    [
      'a preset that is no function',
      { name: 'mine', version: 1, fingerprint: 7n, features: () => [] },
      'fingerprint is a function from a text, as presets have it, not 7n.',
    ],
    [
      'a preset without features',
      { name: 'mine', version: 1, fingerprint: () => 7n },
      'features is a function from a text, as presets have it, not undefined.',
    ],
    [
      'a built-in name with other settings',
      { ...plain, name: 'words' },
      '"words" is a built-in recipe with other settings or another version.',
    ],
    [
      'a built-in name with another version',
      { ...wordsBigrams, version: 1 },
      'Give yours another name, or use that one by its name.',
    ],
    [
      'a built-in name for a function',
      { name: 'words', version: 1, features: segmenter.segment },
      '"words" is a built-in recipe',
    ],
  ])('%s', (_, recipe, message) => {
    expect(() => by(recipe)).toThrow(InvalidArgumentError);
    expect(() => by(recipe)).toThrow(message);
  });
});

describe('what stands for a recipe', () => {
  it('is name and version of one that is built in, however it is written down', () => {
    const ids = ['words-bigrams/2', 'words/2', 'word-3-grams/2', 'character-4-grams/1', 'byte-8-grams/1', 'dedupe/3'];
    expect(RECIPES.map(recipeId)).toEqual(ids);
    expect(recipeId('words')).toBe('words/2');
    expect(() => recipeId('word')).toThrow(/no recipe "word"; there are words-bigrams/);
    expect(() => recipeId({} as Recipe)).toThrow(InvalidArgumentError);
    const again = {
      name: 'words-bigrams',
      version: 2,
      words: [2, 1],
      characters: [],
      ties: 'parity',
      weights: 'log-tf',
    } as const;
    expect(by(again).recipeId).toBe('words-bigrams/2');
    for (const recipe of RECIPES) expect(by(JSON.parse(JSON.stringify(recipe))).recipeId).toBe(recipeId(recipe));
  });

  const raw = { name: 'mine', version: 1, bytes: [3] };
  it.each<[string, Recipe, Recipe]>([
    ['the order of lengths', plain, { ...plain, words: [2, 1] }],
    ['lengths twice', plain, { ...plain, words: [1, 2, 2] }],
    ['no lengths', plain, { ...plain, characters: [], bytes: [] }],
    ['what is said of it', plain, { ...plain, about: 'mine alone' }],
    ['the defaults', plain, { ...plain, normalisation: 'nfkc-casefold', weights: 'log-tf', ties: 'parity' }],
    ['the default of bytes', raw, { ...raw, normalisation: 'none' }],
  ])('does not change with %s', (_, one, other) => {
    expect(recipeId(one)).toMatch(/^mine\/1#[0-9a-f]{16}$/);
    expect(recipeId(other)).toBe(recipeId(one));
  });

  it('of recipes of one’s own stays what stands beside stored fingerprints', () => {
    const { normalisation, weights, ties } = { normalisation: 'none', weights: 'tf', ties: 0 } as const;
    const ids: [Recipe, string][] = [
      [plain, '5240fd99b375f325'],
      [{ ...plain, characters: [3], compared: [2, 1] }, '178c1808354f6f0c'],
      [{ ...plain, segmenter, normalisation, weights, ties }, '396039724ec224ea'],
      [{ name: 'mine', version: 1, features: segmenter.segment }, '2f84b08f466cd76b'],
    ];
    for (const [recipe, id] of ids) expect(recipeId(recipe)).toBe(`mine/1#${id}`);
  });

  it('differs where any setting does', () => {
    const others: Recipe[] = [
      { ...plain, name: 'yours' },
      { ...plain, version: 2 },
      { ...plain, words: [1] },
      { ...plain, characters: [1] },
      { ...plain, compared: [1] },
      { ...plain, compared: [1, 1] },
      { name: 'mine', version: 1, characters: [1, 2] },
      { name: 'mine', version: 1, bytes: [1, 2] },
      ...(['nfkc', 'casefold', 'none'] as const).map((normalisation) => ({ ...plain, normalisation })),
      ...(['tf', 'binary'] as const).map((weights) => ({ ...plain, weights })),
      ...([0, 1] as const).map((ties) => ({ ...plain, ties })),
      { ...plain, segmenter },
      { ...plain, segmenter: { ...segmenter, version: 2 } },
      { ...plain, segmenter: { ...segmenter, name: 'others' } },
      { ...plain, idf: IdfModel.train(TEXTS, { recipe: plain }) },
      { ...plain, idf: IdfModel.train(TEXTS.slice(1), { recipe: plain }) },
      { ...plain, idf: IdfModel.train(TEXTS, { recipe: plain, leastDocuments: 1 }) },
      { name: 'mine', version: 1, features: segmenter.segment },
      { name: 'mine', version: 1, features: segmenter.segment, weights: 'tf' },
      { name: 'mine', version: 1, features: segmenter.segment, ties: 1 },
    ];
    const ids = [plain, ...others].map(recipeId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const recipe of others) expect(by(recipe).recipeId).toBe(recipeId(recipe));
  });

  it('of a function is never that of a preset, and the same however its settings are written', () => {
    const features = segmenter.segment;
    const id = recipeId({ name: 'seomoz', version: 1, features });
    expect(id).toMatch(/^seomoz\/1#[0-9a-f]{16}$/);
    expect(recipeId({ ties: 'parity', weights: 'explicit', features, version: 1, name: 'seomoz' })).toBe(id);
  });

  it('refuse one text in place of several', () => {
    for (const one of ['abc def', new TextEncoder().encode('abc'), 5, null] as unknown as string[][]) {
      expect(() => by(plain).fingerprints(one)).toThrow(/^Several texts are an array or another iterable, not /);
      expect(() => IdfModel.train(one)).toThrow(/^Several texts are an array/);
    }
  });

  it('must be the same, or an error names both', () => {
    expect(() => checkSameRecipe('words/2', 'words/2', 'This file')).not.toThrow();
    expect(() => checkSameRecipe('words/2', 'words/3', 'This file')).toThrow(RecipeMismatchError);
    expect(() => checkSameRecipe('words/2', 'words/3', 'This file')).toThrow(
      /^This file was made by the recipe words\/3, and cannot be compared with fingerprints by words\/2\./,
    );
  });
});

describe('an idf model', () => {
  const model = IdfModel.train(TEXTS);
  const json = JSON.parse(JSON.stringify(model));

  it('weighs the features of its own recipe alone', () => {
    expect(by({ ...wordsBigrams, idf: model }).recipeId).toBe(`words-bigrams/2+idf-${model.digest}`);
    for (const recipe of [plain, RECIPES[1], { ...plain, version: 2 }]) {
      expect(() => by({ ...recipe, idf: model })).toThrow(RecipeMismatchError);
      expect(() => by({ ...recipe, idf: model })).toThrow(
        `The idf model was trained for the recipe words-bigrams/2, and cannot weigh the features of ${recipeId(recipe as Recipe)}.`,
      );
    }
    expect(() => by({ ...wordsBigrams, words: [1, 2, 3], idf: model })).toThrow('built-in recipe with other settings');
  });

  it('is whole or refused', () => {
    expect(IdfModel.from(json).digest).toBe(model.digest);
    for (const [broken, message] of [
      [null, 'its format is not hammingbird-idf'],
      ['text', 'its format is not hammingbird-idf'],
      [{ ...json, format: 'idf' }, 'its format is not hammingbird-idf'],
      [{ ...json, version: 2 }, 'has version 2, but only 1 is known here'],
      [{ ...json, documents: 4 }, 'damaged'],
      [{ ...json, documents: 'many' }, 'damaged'],
      [{ ...json, recipe: 'words/2' }, 'damaged'],
      [{ ...json, features: json.features.slice(8) }, 'damaged'],
      [{ ...json, features: '*' }, 'damaged'],
      [{ ...json, frequencies: undefined }, 'damaged'],
      [{ ...json, digest: undefined }, 'damaged'],
    ] as const) {
      expect(() => IdfModel.from(broken)).toThrow(CorruptDataError);
      expect(() => IdfModel.from(broken)).toThrow(message);
    }
  });

  it('is refused if its parts do not fit, though it has their digest', () => {
    const { digest: _, ...contents } = json;
    const forged = (changes: object) => {
      const changed = { ...contents, ...changes };
      return { ...changed, digest: digest(JSON.stringify(changed)) };
    };
    expect(IdfModel.from(forged({})).digest).toBe(model.digest);
    // A number of 32 bits too many, and numbers that are none.
    const more = toBase64(new Uint8Array([...fromBase64(json.frequencies), 1, 0, 0, 0]));
    for (const changes of [{ frequencies: more }, { documents: 'many' }, { leastDocuments: 1.5 }, { recipe: 7 }]) {
      expect(() => IdfModel.from(forged(changes))).toThrow('damaged');
    }
    // Numbers that nothing counts, and one more than are weighed.
    for (const changes of [{ documents: -5 }, { documents: 2 ** 32 - 1 }, { leastDocuments: 0 }]) {
      expect(() => IdfModel.from(forged(changes))).toThrow('damaged');
    }
    expect(() => IdfModel.from({ ...json, features: [json.features] })).toThrow('damaged');
  });

  it('is not trained for what finds its features itself, nor with another model, nor for no document', () => {
    const own = { name: 'mine', version: 1, features: segmenter.segment } as unknown as TextRecipe;
    for (const recipe of [own, { ...wordsBigrams!, idf: model }]) {
      expect(() => new IdfTrainer({ recipe })).toThrow(InvalidArgumentError);
    }
    for (const leastDocuments of [0, 2 ** 32]) {
      expect(() => new IdfTrainer({ leastDocuments })).toThrow(
        `leastDocuments is a whole number from 1 to 4294967295, not ${leastDocuments}.`,
      );
    }
  });

  it('weighs as rare what few of very many documents have', () => {
    const { digest: _, ...contents } = json;
    const many = { ...contents, documents: 2 ** 32 - 2 };
    const idf = IdfModel.from({ ...many, digest: digest(JSON.stringify(many)) });
    const [feature] = by({ ...wordsBigrams!, idf }).features('unheard');
    // log2((2^32 - 1) / 2) + 1, in sixteenths.
    expect(feature!.weight).toBe(511 / 16);
  });

  it('weighs what it does not know as what is in all documents, if it asks for more than there are', () => {
    const rare = IdfModel.train(TEXTS, { leastDocuments: 1000 });
    const [feature] = by({ ...wordsBigrams!, idf: rare }).features('unheard');
    expect(feature!.weight).toBe(1);
  });

  it('is finished once', () => {
    const trainer = new IdfTrainer();
    trainer.add('some words');
    trainer.finish();
    expect(() => trainer.add('some words')).toThrow(DisposedError);
    expect(() => trainer.finish()).toThrow(DisposedError);
  });

  it('is finished also where a segmenter does it, in the midst of a text', () => {
    const segmenter = { name: 'rude', version: 1, segment: (text: string) => trainer.finish() && [text] };
    const trainer = new IdfTrainer({ recipe: { name: 'mine', version: 1, words: [1], segmenter } });
    expect(() => trainer.add('some words')).toThrow(DisposedError);
  });
});

it.each(['log-tf', 'tf', 'binary'] as const)('words that a function finds weigh what words do: %s', (weights) => {
  const byWords = by({ name: 'mine', version: 1, words: [1], weights });
  const byFunction = by({ name: 'mine', version: 1, features: segmenter.segment, weights });
  const all = (fingerprinter: Fingerprinter, text: string) => {
    const several = new BigUint64Array(3);
    return [
      fingerprinter.several(text, several),
      ...several,
      ...fingerprinter.features(text).map(({ weight }) => weight),
    ];
  };
  const words = fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, (some) => {
      expect(all(byFunction, some.join(' '))).toEqual(all(byWords, some.join(' ')));
    }),
  );
});

describe('rubbish from a function of the caller’s is refused:', () => {
  const giving = (features: unknown) => by({ name: 'mine', version: 1, features: () => features });

  it.each<[string, unknown, string | RegExp]>([
    ['nothing', undefined, 'the recipe mine must give an iterable of features, not undefined.'],
    ['null', null, 'iterable of features, not null.'],
    ['a text', 'one two', 'iterable of features, not "one two".'],
    ['a number', [7], 'Feature 0 of the recipe mine must be a string that is not empty'],
    ['an empty feature', ['a', ''], 'Feature 1 of the recipe mine must be a string that is not empty'],
    ['a weight that is not finite', [['a', Number.POSITIVE_INFINITY]], 'a finite weight, not ["a", Infinity].'],
    ['a weight that is no number', [['a', '7']], 'a finite weight, not ["a", "7"].'],
    ['NaN', [['a', Number.NaN]], 'a finite weight, not ["a", NaN].'],
    ['three in place of two', [['a', 1, 2]], 'not ["a", 1, 2].'],
  ])('%s', (_, features, message) => {
    for (const use of [
      () => giving(features).fingerprint('x'),
      () => giving(features).features('x'),
      () => giving(features).exactSimilarity('x', 'y'),
    ]) {
      expect(use).toThrow(InvalidArgumentError);
      expect(use).toThrow(message);
    }
  });

  it('a word that is none', () => {
    const words = by({ ...plain, segmenter: { ...segmenter, segment: () => ['one', 2] } });
    expect(() => words.fingerprint('x')).toThrow(InvalidArgumentError);
    expect(() => words.fingerprint('x')).toThrow(
      'The segmenter spaces of the recipe mine gives 2 where a word is expected.',
    );
  });

  it('and the next text is fingerprinted as ever', () => {
    const features = (text: string) => (text === '' ? [['a', Number.NaN] as const] : text.split(' '));
    const fingerprinter = by({ name: 'mine', version: 1, features, weights: 'tf' });
    const before = fingerprinter.fingerprint('one two three');
    expect(() => fingerprinter.fingerprint('')).toThrow(InvalidArgumentError);
    expect(fingerprinter.fingerprint('one two three')).toBe(before);
  });
});

describe('bytes that are not UTF-8', () => {
  const broken = Uint8Array.of(0x61, 0x62, 0xff, 0x63, 0x64, 0xc3);

  it('separate words, as U+FFFD does', () => {
    for (const recipe of ['words-bigrams', 'words', 'character-4-grams']) {
      expect(by(recipe).inspect(broken)).toEqual(by(recipe).inspect('ab\ufffdcd\ufffd'));
    }
    expect(simhash(broken)).toBe(simhash('ab cd'));
  });

  it('are bytes like others where bytes are features', () => {
    const bytes = by({ name: 'bytes', version: 1, bytes: [1] });
    expect(bytes.features(broken).map(({ feature }) => feature)).toEqual(['61', '62', 'ff', '63', '64', 'c3']);
  });
});

describe('a recipe in a file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'hammingbird-test-')), 'recipe.json');
  const writing = (content: unknown) => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  afterAll(() => rmSync(dirname(path), { recursive: true }));

  it('is what it would be in code, with its idf model in it or beside it', async () => {
    for (const recipe of [...RECIPES, plain]) {
      expect(recipeId(await readRecipe(writing(recipe)))).toBe(recipeId(recipe));
    }
    const whole = { ...plain, idf: IdfModel.train(TEXTS, { recipe: plain }) };
    expect(by(await readRecipe(writing(whole))).recipeId).toBe(recipeId(whole));
    expect(by(await readRecipe(path)).fingerprint('a new cat')).toBe(by(whole).fingerprint('a new cat'));
    expect((await readIdfModel(writing(whole.idf))).digest).toBe(whole.idf.digest);
  });

  it('may be compressed', async () => {
    writeFileSync(path, gzipSync(JSON.stringify(plain)));
    expect(recipeId(await readRecipe(path))).toBe(recipeId(plain));
  });

  it.each(['utf8', 'utf16le'] as const)('may begin with a byte order mark, in %s', async (encoding) => {
    const marked = (json: unknown) => Buffer.from(`\ufeff${JSON.stringify(json)}`, encoding);
    writeFileSync(path, marked(plain));
    expect(recipeId(await readRecipe(path))).toBe(recipeId(plain));
    const idf = IdfModel.train(TEXTS, { recipe: plain });
    writeFileSync(path, marked(idf));
    expect((await readIdfModel(path)).digest).toBe(idf.digest);
  });

  it.each<[string, unknown, RegExp]>([
    ['is cut off', '{"name": "mine"', /recipe\.json is not JSON: /],
    ['is empty', '', /recipe\.json is not JSON: /],
    ['holds a list', [1], /recipe\.json: A recipe is the name of one, or an object/],
    ['holds null', 'null', /recipe\.json: A recipe is the name of one, or an object.* not null\.$/],
    [
      'has a wrong field',
      { ...plain, ties: 2 },
      /recipe\.json: In the recipe "mine" ties is "parity" or 0 or 1, not 2\.$/,
    ],
    [
      'has a function’s field',
      { name: 'mine', version: 1, features: 'split' },
      /recipe\.json: .* features is a function/,
    ],
    [
      'has a preset’s field',
      { name: 'mine', version: 1, fingerprint: 'ff' },
      /recipe\.json: .* fingerprint is a function/,
    ],
    ['takes a built-in name', { ...plain, name: 'words' }, /recipe\.json: "words" is a built-in recipe/],
    ['has an idf that is no model', { ...plain, idf: {} }, /recipe\.json: This is no idf model/],
    [
      'has the idf of another recipe',
      { ...plain, idf: IdfModel.train(TEXTS) },
      /recipe\.json: The idf model was trained for/,
    ],
  ])('that %s is an error with its name', async (_, content, message) => {
    await expect(readRecipe(writing(content))).rejects.toThrow(HammingbirdError);
    await expect(readRecipe(path)).rejects.toThrow(message);
  });

  it('that is an idf model, changed or not', async () => {
    await expect(readRecipe(writing(IdfModel.train(TEXTS)))).rejects.toThrow(
      'is an idf model and no recipe: name it with --idf.',
    );
    await expect(readIdfModel(writing({ ...IdfModel.train(TEXTS).toJSON(), documents: 7 }))).rejects.toThrow(
      /recipe\.json: This idf model is damaged/,
    );
    await expect(readIdfModel(writing(plain))).rejects.toThrow(/recipe\.json: This is no idf model/);
    await expect(readIdfModel(`${path}.gone`)).rejects.toThrow(/Cannot read .*gone: there is no such file/);
  });
});
