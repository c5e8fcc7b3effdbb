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
  await Promise.all(entries.map((entry) => collect(entry, files)));
  return sorted(files);
}

/** Adds a file, or those in a folder; what the browser may not read, without its content. */
async function collect(entry: FileSystemEntry, files: DroppedFile[]): Promise<void> {
  const path = entry.fullPath.slice(1);
  try {
    if (entry.isDirectory) await collectFrom((entry as FileSystemDirectoryEntry).createReader(), files);
    else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  } catch {
    files.push({ path, file: undefined });
  }
}

async function collectFrom(folder: FileSystemDirectoryReader, files: DroppedFile[]): Promise<void> {
  for (;;) {
    // A hundred at a time in some browsers; at the end there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => folder.readEntries(resolve, reject));
    if (some.length === 0) return;
    await Promise.all(some.filter(({ name }) => !isHidden(name)).map((one) => collect(one, files)));
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

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
