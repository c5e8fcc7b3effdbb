// Where the engines are: those of test/engines/package.json, and the browsers of the machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('./node_modules', import.meta.url));

/** A program of a package; its name may begin with what is the same on all platforms: `@oven/bun-*`. */
export function programOf(packageName: string, path: string): string | undefined {
  const [, scope, start = ''] = /^(?:(@[^/]+)\/)?([^*]*)/.exec(packageName)!;
  const parent = scope ? `${MODULES}/${scope}` : MODULES;
  if (!existsSync(parent)) return undefined;
  const found = readdirSync(parent).find((name) =>
    packageName.endsWith('*') ? name.startsWith(start) : name === start,
  );
  const program = `${parent}/${found}/${path}`;
  return found && existsSync(program) ? program : undefined;
}

/** The first of some programs that the machine has. */
export function programNamed(...names: string[]): string | undefined {
  const paths = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  return paths.find((path) => path);
}
