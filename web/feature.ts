/** A feature as it is shown: the spaces at its ends, which nobody would see, have a sign. */
export const shownFeature = (feature: string): string => feature.replace(/^ | $/g, '␣');
