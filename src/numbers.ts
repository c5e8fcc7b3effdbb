const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** 1234567 → '1,234,567'. */
export const thousands = (value: number): string => grouped.format(value);

/** '1 document', '2 documents'. */
export const counted = (value: number, noun: string): string => `${thousands(value)} ${noun}${value === 1 ? '' : 's'}`;
