// Packages that only some kinds of stores need are asked for when such a store is opened.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Folder } from '../support/command.ts';
import { argumentsOfCode } from './elsewhere.ts';

/** The built package, where no other is installed. */
const folder = new Folder();
beforeAll(() => {
  cpSync(fileURLToPath(new URL('../../dist', import.meta.url)), folder.at('dist'), { recursive: true });
  folder.write('package.json', '{ "type": "module" }');
});
afterAll(() => folder.remove());

it.each([
  ['postgres://localhost/x', 'pg'],
  ['redis://localhost', 'ioredis'],
  ['redis-cluster://localhost', 'ioredis'],
])('%s needs %s, and says so', (where, name) => {
  const code = `
    import { MissingPackageError, openStore } from './dist/store/index.js';
    await openStore('${where}').catch((error) => console.log(error instanceof MissingPackageError, error.message));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual([
    `true Such stores need the package ${name}. Install it: npm install ${name}\n`,
    '',
  ]);
});

it('A folder needs the native part of lmdb, and says so', () => {
  const code = 'await openStore(where).catch(({ name, message }) => console.log(name, message));';
  const { stdout } = spawnSync(process.execPath, ['--no-addons', ...argumentsOfCode(code, folder.at('none'))], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(
    /^MissingPackageError Such stores need the native part of the package lmdb, .*disabled\)\. Install it without --omit=optional,/,
  );
});
