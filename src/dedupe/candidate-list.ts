/** Documents worth comparing with one, in their order, and of each the least distance of its fingerprints. */
export interface CandidateList {
  readonly documents: Uint32Array;
  readonly distances: Uint8Array;
}

/** Those of the candidates that may be. */
export function those({ documents, distances }: CandidateList, mayBe: (document: number) => boolean): CandidateList {
  const left = { documents: new Uint32Array(documents.length), distances: new Uint8Array(documents.length) };
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    if (!mayBe(documents[i]!)) continue;
    left.documents[count] = documents[i]!;
    left.distances[count++] = distances[i]!;
  }
  return { documents: left.documents.subarray(0, count), distances: left.distances.subarray(0, count) };
}

/** Two lists without a document in common as one. */
export function merged(a: CandidateList, b: CandidateList): CandidateList {
  if (b.documents.length === 0) return a;
  const documents = new Uint32Array(a.documents.length + b.documents.length);
  const distances = new Uint8Array(documents.length);
  for (let at = 0, ofA = 0, ofB = 0; at < documents.length; at++) {
    const isOfA = ofB === b.documents.length || a.documents[ofA]! < b.documents[ofB]!;
    const [list, from] = isOfA ? [a, ofA++] : [b, ofB++];
    documents[at] = list.documents[from]!;
    distances[at] = list.distances[from]!;
  }
  return { documents, distances };
}
