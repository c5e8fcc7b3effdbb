import { type Inspection, toHex } from 'hammingbird';
import { bitPicture, placesOf } from '../bits.ts';
import { make } from '../dom.ts';
import { inARow, t } from '../language/language.ts';

/** A fingerprint as a picture and in hexadecimal, with what it rests on. */
export function showPrint(target: HTMLElement, name: string, inspection: Inspection, differing: bigint): void {
  const { fingerprint, features, tooShort } = inspection;
  const hex = toHex(fingerprint);
  const places = placesOf(differing);
  const said = places.length === 0 ? t('bits-equal') : t('bits-differ', { places: inARow(places) });
  const label = t('print-label', { name, hex, differing: said });
  target.replaceChildren(
    bitPicture(fingerprint, { differing, label }),
    make(
      'p',
      { class: 'print-facts' },
      make('code', {}, hex.replace(/(.{4})(?=.)/g, '$1\u2009')),
      make('span', {}, t(tooShort ? 'too-short' : 'features-count', { count: features })),
    ),
  );
}
