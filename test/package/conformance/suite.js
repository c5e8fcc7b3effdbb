// What every engine must do alike. Plain modules without a framework, so that they run wherever the library does.
import { checks } from './checks.js';
import { watchMemory } from './memory.js';

/**
 * Runs the suite.
 *
 * @param library an entry of the package, before its first use
 * @returns {Promise<{ name: string, error?: string }[]>} a row for each check, in order
 */
export async function conform(library) {
  const memory = watchMemory();
  const results = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(library, memory);
      results.push({ name });
    } catch (error) {
      results.push({ name, error: `${error?.stack ?? error}`.slice(0, 2000) });
    }
  }
  memory.stop();
  return results;
}
