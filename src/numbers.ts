/** 1234567 → '1,234,567'. An `Intl.NumberFormat` does it, too, and takes 20 ms to be made. */
export const thousands = (value: number): string => value.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** '1 document', '2 documents'. */
export const counted = (value: number, noun: string): string => `${thousands(value)} ${noun}${value === 1 ? '' : 's'}`;
