import { AppError } from '@lead-finder/platform';

/** Levels of objects and arrays that a request may nest. What reads JSON by recursion fails some thousand levels deep. */
const maxDepth = 32;
/** Ten times what any route takes. A megabyte of tiny values costs a hundred times what a megabyte of text does. */
const maxValues = 10_000;

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Returns why a body is refused, or null. It is not parsed: brackets and commas within strings are skipped. */
export function excessOf(text: string): AppError | null {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) inString = !inString;
    else if (inString) at += Number(code === backslash);
    else if (code === comma) {
      if (++values > maxValues)
        return new AppError('too_large', 'too_large', `The request body holds more than ${maxValues} values`);
    } else if (code === openArray || code === openObject) {
      if (++depth > maxDepth)
        return new AppError('invalid', 'malformed_json', `The request body nests deeper than ${maxDepth} levels`);
    } else if (code === closeArray || code === closeObject) depth--;
  }
  return null;
}
