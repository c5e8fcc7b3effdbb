import type { RebuildReport } from '../open-store.ts';
export async function rebuild(_where: string): Promise<RebuildReport> {
  return { documents: 0, lost: 0, lostIds: [], notes: [] };
}
