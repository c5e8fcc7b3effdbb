import { make } from '../dom.ts';
import type { MessageKey } from '../language/english.ts';
import { t } from '../language/language.ts';
import type { Summary } from '../worker/protocol.ts';
import type { Run } from './run.ts';

/** Says something in the line for such messages. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => void;

/** Does something; if it fails, that is said. */
export async function orSay(say: Say, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say('failed', { reason: (error as Error).message });
  }
}

/** Buttons for what is kept and what is removed; the files are written when they are asked for. */
export function downloadButtons(run: Run, { removed }: Summary, say: Say): HTMLElement {
  const button = (which: 'kept' | 'removed', isEmpty: boolean): HTMLElement => {
    const made = make(
      'button',
      { type: 'button', class: which === 'kept' ? 'primary' : undefined, id: `download-${which}` },
      t(`download-${which}`),
    );
    made.disabled = isEmpty;
    made.addEventListener('click', () => void orSay(say, () => download(run, which, say)));
    return made;
  };
  return make('p', { class: 'actions' }, button('kept', false), button('removed', removed === 0));
}

async function download(run: Run, which: 'kept' | 'removed', say: Say): Promise<void> {
  say('writing');
  const { name, blob } = await run.ask('output', { which });
  const address = URL.createObjectURL(blob);
  make('a', { href: address, download: name }).click();
  say('written', { name });
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
