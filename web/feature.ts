import { number } from './language/language.ts';

/** A feature as it is shown: the spaces at its ends, which nobody would see, have a sign. */
export const shownFeature = (feature: string): string => feature.replace(/^ | $/g, '␣');

/** Weights are whole numbers in most recipes. */
export const shownWeight = (weight: number): string => number(weight, 2).replace(/[.,]00$/, '');
