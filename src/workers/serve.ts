import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { toFailure } from './failure.ts';
import { fingerprintTexts } from './fingerprint-texts.ts';
import type { Answer, Setup, Texts } from './messages.ts';
import { fromPortable } from './portable-recipe.ts';

/** What a worker does with its messages, wherever it runs. */
export function serve(reply: (answer: Answer) => void): (message: Setup | Texts) => void {
  let setup: Setup;
  let fingerprinter: Fingerprinter | undefined;
  return (message) => {
    if ('recipe' in message) {
      setup = message;
      return;
    }
    try {
      fingerprinter ??= new Fingerprinter({ recipe: fromPortable(setup.recipe) });
      reply(fingerprintTexts(fingerprinter, message, setup.repeats));
    } catch (error) {
      reply({ failure: toFailure(error) });
    }
  };
}
