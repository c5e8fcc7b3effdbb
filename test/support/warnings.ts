/** Hears what Node warns of, until it is asked what that was. */
export function heardWarnings(): () => readonly Error[] {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  return () => {
    process.off('warning', note);
    return warnings;
  };
}
