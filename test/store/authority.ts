// Certificates for servers of tests, by openssl.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './server.ts';

export const OPENSSL = findProgram('openssl');

export interface Certificate {
  /** The files of the certificate, and of its key. */
  readonly certificate: string;
  readonly key: string;
}

/** An authority of our own, which nobody trusts who is not told to. */
export class Authority implements Certificate {
  readonly certificate: string;
  readonly key: string;
  readonly #folder: string;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'hammingbird-authority-'));
    this.certificate = this.#at('authority.crt');
    this.key = this.#at('authority.key');
    openssl('req', '-x509', ...NEW_KEY, this.key, '-out', this.certificate, '-subj', '/CN=Authority', '-days', '2');
  }

  /** @param days for how long it is valid; of −1 it has expired */
  certify(host: string, days = 2): Certificate {
    const name = `${host}${days}`;
    const [certificate, key, request] = [this.#at(`${name}.crt`), this.#at(`${name}.key`), this.#at(`${name}.csr`)];
    const extensions = this.#at(`${name}.ext`);
    writeFileSync(extensions, `subjectAltName=DNS:${host}\n`);
    openssl('req', ...NEW_KEY, key, '-out', request, '-subj', `/CN=${host}`);
    const signed = ['-CA', this.certificate, '-CAkey', this.key, '-set_serial', `${days + 2}`, '-days', `${days}`];
    openssl('x509', '-req', '-in', request, ...signed, '-extfile', extensions, '-out', certificate);
    return { certificate, key };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout'];

function openssl(...args: readonly string[]): void {
  execFileSync(OPENSSL!, args, { stdio: 'ignore' });
}
