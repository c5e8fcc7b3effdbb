import { withoutMark } from '../lines.ts';
import { type Found, MalformedRecord, parseRecord } from '../records.ts';
import { changed } from '../stored-records.ts';
import { StoredSource } from './stored-source.ts';

/** A source whose records are objects of JSON. */
export abstract class JsonSource extends StoredSource {
  text(index: number): string {
    try {
      return parseRecord(withoutMark(this.raw(index)), this.reading.fields, '').text;
    } catch (error) {
      throw error instanceof MalformedRecord ? changed(this.path) : error;
    }
  }

  /** The document in a piece of the input, which is noted; or undefined, and the piece is rejected. */
  protected parsed(json: () => string, place: string, offset: number, length: number): Found | undefined {
    try {
      const found = parseRecord(json(), this.reading.fields, place);
      this.keep(offset, length);
      return found;
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error;
      this.reading.reject(place, error.message);
      return undefined;
    }
  }
}
