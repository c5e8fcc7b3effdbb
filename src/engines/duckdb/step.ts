/** What there is to do, and of what. */
const UNITS = {
  'looking for crowds': 'tables',
  joining: 'tables',
  'counting features': 'documents',
  comparing: 'candidates',
} as const;

/** What the work has come to: `done` of `total`. */
export type Step = (what: keyof typeof UNITS, done: number, total: number) => void;

export const unitOf = (what: keyof typeof UNITS): string => UNITS[what];
