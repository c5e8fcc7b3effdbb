import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { toFailure } from './failure.ts';
import { fingerprintTexts } from './fingerprint-texts.ts';
import type { Answer, Request, Setup, Texts } from './messages.ts';
import { fromPortable } from './portable-recipe.ts';
import type { ShardRequest } from './shard.ts';
import { shardOf } from './shard.ts';

/** What a worker does with its messages, wherever it runs. The first says what it is for. */
export function serve(reply: (answer: Answer) => void): (message: Setup | Request) => void {
  let setup: Setup | undefined;
  let work: ((request: Request) => Answer) | undefined;
  return (message) => {
    if (!setup) {
      setup = message as Setup;
      return;
    }
    try {
      work ??= workOf(setup);
      reply(work(message as Request));
    } catch (error) {
      reply({ failure: toFailure(error) });
    }
  };
}

function workOf(setup: Setup): (request: Request) => Answer {
  if ('shard' in setup) {
    const shard = shardOf(setup.shard);
    return (request) => shard(request as ShardRequest);
  }
  const fingerprinter = new Fingerprinter({ recipe: fromPortable(setup.recipe) });
  return (request) => fingerprintTexts(fingerprinter, request as Texts, setup.repeats);
}
