/** The variable of the environment that says where temporary files go. */
export const TEMPORARY = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
