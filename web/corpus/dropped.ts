import { isHidden } from '../../src/io/format-names.ts';
import type { DroppedFile } from '../worker/protocol.ts';

/** The files that were chosen, and those in a folder that was, but for what the command passes over, too, in the order of their paths. */
export function chosenFiles(list: FileList): DroppedFile[] {
  const files = Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file }));
  return sorted(files.filter(({ path }) => !path.split('/').slice(1).some(isHidden)));
}

/** The files that were dropped, and those in folders that were, but for what the command passes over, too, in the order of their paths. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  // The list is empty after the first wait.
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles(data.files);
  const files: DroppedFile[] = [];
  for (const entry of entries) await collect(entry, files);
  return sorted(files);
}

async function collect(entry: FileSystemEntry, files: DroppedFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ path: entry.fullPath.slice(1), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A hundred at a time in some browsers; at the end there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) if (!isHidden(one.name)) await collect(one, files);
  }
}

/** As the command goes through folders: by the names in each, by code unit. */
function sorted(files: readonly DroppedFile[]): DroppedFile[] {
  return files
    .map((one) => ({ one, names: one.path.split('/') }))
    .sort(({ names: a }, { names: b }) => {
      const i = a.findIndex((name, place) => name !== b[place]);
      return i < 0 ? a.length - b.length : (a[i] ?? '') < (b[i] ?? '') ? -1 : 1;
    })
    .map(({ one }) => one);
}
