// What Go's unicode/utf8 and bytes.ToLower make of a text.
import { decoder } from '../utf8.ts';
import { sequenceLength } from './utf8.ts';

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes of U+FFFD itself. */
const OF_REPLACEMENT = '239,191,189';

/**
 * bytes.ToLower: each code point by itself, one for one. Other than in toLowerCase(), every sigma becomes 'σ' and
 * 'İ' the one letter 'i'. (To either language, a letter is what was one in the Unicode version it was built with.)
 */
export function goLowerCase(bytes: Uint8Array): string {
  return goDecoded(bytes).replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
}

/** In Go every invalid byte is a U+FFFD; decoders for the web make one of several. */
function goDecoded(bytes: Uint8Array): string {
  const text = strictlyDecoded(bytes);
  if (text !== undefined) return text;
  const codePoints: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const sequence = bytes.subarray(start, start + sequenceLength(bytes[start]!));
    // An error for each would take many times as long.
    const codePoint = decoder.decode(sequence);
    const isInvalid = codePoint.includes('\ufffd') && sequence.join() !== OF_REPLACEMENT;
    codePoints.push(isInvalid ? '\ufffd' : codePoint);
    start += isInvalid ? 1 : sequence.length;
  }
  return codePoints.join('');
}

function strictlyDecoded(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
