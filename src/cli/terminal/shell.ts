/** A command as a shell takes it; options without a value are left out. */
export function commandLine(
  command: string,
  inputs: readonly string[],
  options: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  );
  // What begins with a hyphen would be taken for an option.
  const separated = inputs.some((input) => /^-./.test(input)) ? [...given, '--', ...inputs] : [...inputs, ...given];
  return [command, ...separated.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
