import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

export const NO_CHROMIUM = 'There was no Chromium.';

/** Runs what needs a browser in Chromium; undefined without one. */
export async function withChromium<Result>(run: (browser: Browser) => Promise<Result>): Promise<Result | undefined> {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  const executablePath = paths.find((path) => path);
  if (!executablePath) return undefined;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await run(browser);
  } finally {
    await browser.close();
  }
}

/** One minified module of a file and all that it imports, as text. @param file beside this one, compiled */
export async function bundled(file: string): Promise<string> {
  const input = fileURLToPath(new URL(file, import.meta.url));
  const bundle = await rolldown({ input, treeshake: { moduleSideEffects: (id) => id === input } });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  return output[0].code;
}
