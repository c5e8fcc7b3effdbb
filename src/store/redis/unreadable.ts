// What somebody else has changed so that it cannot be read.
import { CorruptDataError } from '../../errors.ts';

/** Is told of each. */
export type Unreadable = (error: CorruptDataError) => void;

/** What is read. If it cannot be, undefined where that is told, and otherwise an error. */
export async function readable<Answer>(reading: Promise<Answer>, tell?: Unreadable): Promise<Answer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!tell || !(error instanceof CorruptDataError)) throw error;
    tell(error);
    return undefined;
  }
}
