// Generators of texts that a tokeniser may trip over.
import fc from 'fast-check';

const FROM: Record<string, readonly string[]> = {
  ascii: ['a', 'B', 'z', 'Z', '0', '9', ' ', ' ', '.', '@', '[', '`', '{', '/', ':', '\n', '\0', '\x7f'],
  latin: ['é', 'É', 'ß', 'ẞ', 'İ', 'ı', 'ſ', 'K', 'ﬁ', 'Å', 'Å', 'ø', 'ñ', 'e\u0301', 'µ', 'Ⱥ', 'Ǆ', 'ǅ', '½', '²'],
  greek: ['Σ', 'σ', 'ς', 'Ω', 'Ω', 'ΐ', 'ᾳ', 'Д', 'я', 'Ꭰ', 'ꭰ', 'Ა', 'ა', '𐐀', '𐐨'],
  chinese: ['中', '文', '，', '。', '１', 'Ａ', 'ｂ', '㎏', '豈', '𠮷', '々', '〇', '丽', '①'],
  unspaced: ['か', 'が', 'か\u3099', 'カ', 'ｶ', 'ー', 'ไ', 'ท', 'ย', 'ำ', 'ລ', 'ຳ', 'ខ', '្', 'မ', 'ြ', '်'],
  others: ['한', '국', '\u1112', '\u1161', '\u11ab', 'ع', 'ر', 'َ', 'हि', '्', 'ক', 'া', 'ো', 'א', 'ּ'],
  emoji: ['😀', '👩‍👩‍👧', '🇨🇳', '1️⃣', '❤️', '👍🏽', '\u{e0001}', '\u{e0100}'],
  odd: [
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u034f',
    '\ufeff',
    '\u0301',
    '´',
    '¨',
    '゛',
    '\u0345',
    '\u0338',
    '\ufffd',
    '\u3164',
    '\u115f',
    '\uffa0',
  ],
  surrogates: ['\ud800', '\udc00', '\udbff', '\udfff'],
};

const piece = fc.oneof(...Object.values(FROM).map((characters) => fc.constantFrom(...characters)));
const han = fc.stringMatching(/^[\u4e00-\u9fff]{1,9}$/);
const kana = fc.stringMatching(/^[\u3040-\u30ff]{1,5}$/);
const letters = fc.stringMatching(/^(?:[ก-ฮา-ูเ-์ ]{1,9}|[ក-អា-៑ \u200b]{1,9}|[က-အာ-်]{1,9})$/);
const mark = fc.constantFrom('，', '。', '、', '：', '；', '（', '》', '\u3000', '·', '“', ' ', '2026', '\n');
const anyCharacter = fc.string({ unit: 'binary', minLength: 1, maxLength: 3 });
const word = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[А-Я]?[а-яёґ]{1,20}$/) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.stringMatching(/^[a-zà-öø-ÿß]{1,20}$/),
      fc.stringMatching(/^[A-ZÀ-ÖĄ-Ż]{1,9}$/),
      fc.stringMatching(/^[a-zạ-ỹđơư]{1,9}$/),
      fc.stringMatching(/^[ά-ώΑ-Ω]{1,20}$/),
      fc.stringMatching(/^[א-תؠ-يـ]{1,20}$/),
      fc.stringMatching(/^[가-힣]{1,9}$/),
      fc.stringMatching(/^[क-ह ािीुूे]{1,12}$/),
    ),
  },
);

/** Mixed texts, some of them long enough to cross blocks and batches. */
export const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.oneof(piece, word, anyCharacter), { maxLength: 40 }).map((all) => all.join('')) },
  { weight: 3, arbitrary: fc.array(fc.oneof(piece, word), { maxLength: 40 }).map((all) => all.join(' ')) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(word, piece), { minLength: 100, maxLength: 400 })
      .map((all) => all.join(' ').repeat(6)),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: han },
          { weight: 2, arbitrary: kana },
          { weight: 2, arbitrary: letters },
          { weight: 4, arbitrary: mark },
          piece,
        ),
        {
          minLength: 1,
          maxLength: 60,
        },
      )
      .map((all) => all.join('')),
  },
);

/** Bytes that may not be UTF-8 at all, or break off in the middle of a sequence. */
export const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(0x61, 0x20, 0xc2, 0xa9, 0xe4, 0xb8, 0xad, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x98, 0xf4, 0x90, 0xff),
      { maxLength: 80 },
    )
    .map((bytes) => Uint8Array.from(bytes)),
  fc.tuple(anyText, fc.nat(400), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes.subarray(0, at % (bytes.length + 1));
  }),
);
