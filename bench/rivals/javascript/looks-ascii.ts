/** A few characters say in advance whether encoding the text as ASCII is in vain. */
export function looksLikeAscii(text: string): boolean {
  for (let eighth = 0; eighth < 8; eighth++) {
    if (text.charCodeAt((text.length * eighth) >>> 3) > 0x7f) return false;
  }
  return true;
}
