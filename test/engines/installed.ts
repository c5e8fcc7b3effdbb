// The package as its users have it: packed, and unpacked below node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONFORMANCE = fileURLToPath(new URL('../package/conformance', import.meta.url));

/** A file of `npm pack`, in a folder of its own. It is not built anew: what is there is packed. */
function packed(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }));
  return join(folder, filename);
}

/** A temporary application that has the package installed and the conformance suite in it. */
export class Installed {
  readonly folder = mkdtempSync(join(tmpdir(), 'hammingbird-installed-'));
  readonly tarball = packed(this.folder);
  readonly package = join(this.folder, 'node_modules/hammingbird');

  constructor() {
    mkdirSync(this.package, { recursive: true });
    execFileSync('tar', ['-xzf', this.tarball, '-C', this.package, '--strip-components=1']);
    cpSync(CONFORMANCE, this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'package.json'), '{"type":"module","dependencies":{"hammingbird":"*"}}');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
