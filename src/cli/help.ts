import type { Command } from 'commander';

/** `help`, with the names of commands one below the other. Commander's own passes over names that it does not know. */
export function addHelp(command: Command): void {
  command
    .helpCommand(false)
    .command('help')
    .usage('[command...]')
    .description('display help for command')
    .argument('[command...]')
    .action((names: string[]) => commandBelow(command, names).outputHelp());
}

function commandBelow(command: Command, names: readonly string[]): Command {
  return names.reduce((above, name) => {
    const below = above.commands.find((one) => one.name() === name);
    return below ?? above.error(`error: unknown command '${name}'`);
  }, command);
}
