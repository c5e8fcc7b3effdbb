import { MalformedRecord } from '../../src/io/records.ts';

/** A file as UTF-8, decompressed: itself, if it is that, or a copy. */
export async function plainText(file: Blob): Promise<Blob> {
  const head = await headOf(file);
  if (head[0] === 0x1f && head[1] === 0x8b) return plainText(await unzipped(file));
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) {
    throw new MalformedRecord('Zstandard, which browsers do not read; the command does');
  }
  const charset = utf16Of(head);
  if (charset === undefined) return file;
  const decoder = new TextDecoderStream(charset) as unknown as ReadableWritablePair<string, Uint8Array>;
  return new Response(file.stream().pipeThrough(decoder).pipeThrough(new TextEncoderStream())).blob();
}

async function headOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch (error) {
    // It was moved, changed or locked since it was chosen.
    throw new MalformedRecord(`the browser cannot read it: ${(error as Error).message}`);
  }
}

async function unzipped(file: Blob): Promise<Blob> {
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  } catch {
    throw new MalformedRecord('its gzip data is damaged or cut off');
  }
}

/** The UTF-16 that a byte order mark tells. */
function utf16Of(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}
