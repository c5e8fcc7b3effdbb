import type { CheckReport } from '../store.ts';
import type { Record } from './record.ts';
export async function checkRecord(record: Record): Promise<CheckReport> {
  return { documents: record.tables.state.documents, damage: [] };
}
