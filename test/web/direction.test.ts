// In which direction boxes are written.
import { describe, expect, it } from 'vitest';
import { turn } from '../../web/direction.ts';

const directionOf = (value: string): string => {
  const box = { value, dir: '' } as HTMLTextAreaElement;
  turn(box);
  return box.dir;
};

describe('the direction of a box', () => {
  it.each([
    ['שלום and English', 'rtl'],
    ['English and שלום', 'ltr'],
    ['12 – "العربية"', 'rtl'],
    ['😀 𞤀', 'rtl'],
    ['٣ and more', 'ltr'],
    ['', 'ltr'],
  ])('with %j is %s', (text, direction) => expect(directionOf(text)).toBe(direction));

  it('is that of the first letter, however much stands before it', () => {
    const signs = '1 😀'.repeat(5_000_000);
    expect(directionOf(`${signs}א`)).toBe('rtl');
    expect(directionOf(signs)).toBe('ltr');
  });
});
