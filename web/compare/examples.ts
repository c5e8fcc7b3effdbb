import type { Language } from '../language/language.ts';

/** Two reports of one event, of which two words are others. */
export const EXAMPLES: Readonly<Record<Language, { readonly a: string; readonly b: string }>> = {
  en: {
    a:
      'A lynx has crossed the railway bridge at Ostrey for the first time in forty years. The night train waited ' +
      'eleven minutes until the animal had reached the far bank. Nobody was hurt, and the driver took a photograph.',
    b:
      'A lynx has crossed the railway bridge at Ostrey for the first time in forty years. The night train waited ' +
      'twelve minutes until the animal had reached the far bank. Nobody was hurt, and the guard took a photograph.',
  },
  zh: {
    a: '四十年来第一次，一只猞猁走过了奥斯特里的铁路桥。夜班列车等了十一分钟，直到它到达对岸。没有人受伤，司机还拍了一张照片。',
    b: '四十年来第一次，一只猞猁走过了奥斯特里的铁路桥。夜班列车等了十二分钟，直到它到达对岸。没有人受伤，车长还拍了一张照片。',
  },
};
