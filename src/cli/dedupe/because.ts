import type { Id } from '../../dedupe/document.ts';
import type { Verdicts } from '../../dedupe/verdicts.ts';
import { fourDigits } from '../../numbers.ts';

/** What a removed record is given. */
export interface Because {
  readonly duplicate_of: Id;
  /** What is kept is a document of the reference. */
  readonly reference?: true;
  readonly distance: number;
  /** Not known where fingerprints alone decide. */
  readonly similarity?: number;
  /** Distance and similarity are to this document, which is nearer in the chain. */
  readonly via?: Id;
  /** What is kept, if `duplicate_of` was itself removed, as it is contained there. */
  readonly contained_in?: Id;
}

/** Why a document is removed. The first documents, so many of them, are references. */
export function because(
  { leaders, partners, distances, similarities }: Verdicts,
  document: number,
  idOf: (document: number) => Id,
  references: number,
): Because {
  const [leader, partner] = [leaders[document]!, partners[document]!];
  return {
    duplicate_of: idOf(leader),
    ...(leader < references && { reference: true }),
    distance: distances[document]!,
    similarity: fourDigits(similarities[document]!),
    ...(partner !== leader && { via: idOf(partner) }),
  };
}

/** 1 for each document that others are removed for. */
export function leadsOthers({ leaders }: Verdicts): Uint8Array {
  const leads = new Uint8Array(leaders.length);
  for (const [document, leader] of leaders.entries()) if (leader !== document) leads[leader] = 1;
  return leads;
}
