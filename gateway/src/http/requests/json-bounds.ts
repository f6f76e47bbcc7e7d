import { AppError } from '@lead-finder/platform';

/** The levels of objects and arrays that a body may nest. Recursive readers of JSON fail at some thousand levels. */
const maxDepth = 32;
/** Ten times what any route needs. A megabyte of tiny values costs a hundred times as much as a megabyte of text. */
const maxValues = 10_000;

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Returns the error that rejects the body, or null. It counts brackets and commas outside strings. */
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
