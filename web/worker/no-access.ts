/** Why a file that was chosen cannot be read. */
export const NO_ACCESS = 'the browser may not read it, or no longer: if it was moved or changed, choose it again';
