import type { Folder } from './command.ts';

const CODE = `
const fs = require('node:fs');
const { renameSync, rmSync } = fs;

/** Whether this process has a file of that name open, or one in a folder of that name. */
function isOpen(path) {
  return fs.readdirSync('/proc/self/fd').some((file) => {
    try {
      const at = fs.readlinkSync('/proc/self/fd/' + file);
      return at === path || at.startsWith(path + '/');
    } catch {
      return false;
    }
  });
}

function refuse(path) {
  if (isOpen(path)) throw Object.assign(new Error('it is open'), { code: 'EPERM' });
}

fs.renameSync = (from, to) => {
  refuse(to);
  renameSync(from, to);
};
fs.rmSync = (path, options) => {
  refuse(path);
  rmSync(path, options);
};
require('node:module').syncBuiltinESMExports();
`;

/** The environment of a command that may neither replace nor remove a file that it has open, as on Windows. */
export function asOnWindows(folder: Folder): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--require ${folder.write('as-on-windows.cjs', CODE)}` };
}
