// What rows, meetings and verifications cost, as docs/scale.md tells: what the model counts with.

/** Processor seconds of a row that is made, moved and matched, and of a meeting that is filtered: by `join.ts`, in DuckDB. */
export const ROW_SECONDS = 0.35e-6;
export const MEETING_SECONDS = 50e-9;
/** Of a candidate that is compared, with both texts through a pipe. */
export const VERIFICATION_SECONDS = 20e-6;
/** Of a row that is sent to other tasks. */
export const ROW_BYTES = 60;
