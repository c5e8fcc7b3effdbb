export const FORMAT = 'hammingbird-idf';
export const VERSION = 1;

/** An `IdfModel` as JSON. Numbers are little-endian, in base64. */
export interface IdfJson {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The recipe without the model. */
  readonly recipe: string;
  readonly documents: number;
  readonly leastDocuments: number;
  /** u64 a feature, ascending. */
  readonly features: string;
  /** u32 a feature. */
  readonly frequencies: string;
  /** Of all the above. */
  readonly digest: string;
}
