// What the pages show of curl is what curl shows of a real server, and so is what the service shows of itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder, needs } from '../support/command.ts';
import { blocksOf, sessionLines } from '../support/sessions.ts';
import { Command } from './served.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = new Folder();
let server: Command | undefined;
let runs = 0;

beforeEach(async ({ skip }) => {
  needs((await printed('command -v curl')) !== '', 'curl', skip);
  server = await Command.start(folder.at(`store-${runs++}`), '--log', 'silent');
});
afterEach(async () => {
  if (server) expect(await server.end('SIGTERM')).toBe(0);
  server = undefined;
});
afterAll(() => folder.remove());

async function printed(line: string): Promise<string> {
  const child = spawn('bash', ['-c', line], { cwd: folder.path, stdio: ['ignore', 'pipe', 'ignore'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
}

/** Whatever the time was; and answers of JSON end without a newline. */
const normal = (answer: string): string => answer.replace(/"time":\d+/g, '"time":0').trimEnd();

describe('the examples with curl in docs/service.md', () => {
  it('print what stands below them', async () => {
    const blocks = blocksOf(readFileSync(`${ROOT}docs/service.md`, 'utf8'), 'console').filter(({ text }) =>
      text.includes('curl'),
    );
    const lines = blocks.flatMap(({ text }) => [...sessionLines(text)]);
    for (const { line, printed: expected } of lines) {
      // It is started already, on a port that is free.
      if (line.startsWith('hammingbird serve ')) continue;
      expect(normal(await printed(line.replaceAll('http://127.0.0.1:7333', server!.url))), line).toBe(normal(expected));
    }
    expect(lines.filter(({ line }) => line.startsWith('curl ')).length).toBe(7);
  });
});

describe('the page that the service shows to people', () => {
  it('has commands that work', async () => {
    folder.write('pages.jsonl', '{"id":"b","text":"Another page."}\n');
    const page = await (await fetch(server!.url)).text();
    const commands = /<pre>(.*)<\/pre>/s.exec(page)![1]!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").split('\n');
    const answers = [];
    for (const command of commands) answers.push(JSON.parse(await printed(command)));
    expect(answers).toMatchObject([{ inserted: true }, { matches: [{ id: 'a' }] }, { inserted: true }, { id: 'a' }]);
  });
});
