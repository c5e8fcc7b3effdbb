// What the stages of the job in Spark cost: what the model of docs/scale.md counts with, and `growth.ts` measures.

/** Seconds of a core that a row takes to be made, sent, sorted and matched: from 10⁵ to 10⁶ documents. */
export const ROW_SECONDS = 4.7e-6;
/** Of a meeting that is filtered, by `join.ts` in DuckDB: beside the rows it does not show in Spark. */
export const MEETING_SECONDS = 50e-9;
/** Of a candidate that is compared, with both texts joined back, and through a pipe: from 10⁵ to 10⁶ documents. */
export const VERIFICATION_SECONDS = 130e-6;
/** Of a row that is sent to other tasks, as it is packed. */
export const ROW_BYTES = 36;
