import type { Plan } from '../plan.ts';
import { uncoveredErrors } from './uncovered.ts';

/**
 * A complete plan without what it does not need: tables are left out, the last first, and radii narrowed as long as it
 * stays complete. Nothing of the result can be spared.
 */
export function tightened(plan: Plan): Plan {
  let tables = plan.tables;
  const keepIfComplete = (some: Plan['tables']): boolean => {
    const isComplete = some.length > 0 && uncoveredErrors({ ...plan, tables: some }) === undefined;
    if (isComplete) tables = some;
    return isComplete;
  };
  for (const table of plan.tables.toReversed()) keepIfComplete(tables.filter((one) => one !== table));
  for (const place of tables.keys()) {
    let radius = tables[place]!.radius;
    while (radius > 0 && keepIfComplete(tables.with(place, { ...tables[place]!, radius: radius - 1 }))) radius--;
  }
  return { ...plan, tables };
}
