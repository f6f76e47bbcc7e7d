/** Levels of objects and arrays that a request may nest. What reads JSON by recursion fails some thousand levels deep. */
export const maxJsonDepth = 32;

const [quote, backslash, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\[]{}');

/** Returns whether the text nests deeper. It is not parsed: brackets within strings are skipped, all others count. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) inString = !inString;
    else if (inString) at += Number(code === backslash);
    else if (code === openArray || code === openObject) {
      if (++depth > maxJsonDepth) return true;
    } else if (code === closeArray || code === closeObject) depth--;
  }
  return false;
}
