import { z } from 'zod';

function labelOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((each) => typeof each === 'string');
  if (typeof name !== 'string') return 'The request';
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kinds: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};

/** Returns the message if a contract has none. Zod's own messages are for programmers. */
function sentence({ path, ...issue }: z.core.$ZodRawIssue): string | undefined {
  const label = labelOf(path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${label} is required`;
      return `${label} must be ${kinds[issue.expected] ?? 'an object'}`;
    case 'invalid_value':
      return `${label} must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    case 'too_small':
      return issue.origin === 'number' ? `${label} must be at least ${issue.minimum}` : undefined;
    case 'too_big':
      return issue.origin === 'number' ? `${label} must be at most ${issue.maximum}` : undefined;
    case 'invalid_union':
      return issue.input === undefined ? `${label} is required` : `${label} is not valid`;
    default:
      return undefined;
  }
}

z.config({ customError: sentence as z.core.$ZodErrorMap });
