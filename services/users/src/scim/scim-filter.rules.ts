import SCIMMY from 'scimmy';
import { scimError } from './scim-schemas.js';

/** The SQL of each attribute that a filter may compare, with `?` for the value. An empty text ignores the comparison. */
export type FilterColumns = Readonly<Record<string, string>>;

const maxLength = 500;
const maxComparisons = 5;

/**
 * Turns a filter such as `userName eq "kim"` into a condition whose values begin at `$first`. Each attribute has an index,
 * so other comparisons than `eq`, joined by `and`, are refused.
 */
export function filterCondition(
  expression: string | undefined,
  columns: FilterColumns,
  first: number,
): { sql: string; values: string[] } {
  if (expression === undefined) return { sql: 'true', values: [] };
  const values: string[] = [];
  const conditions = comparisonsOf(expression, columns).flatMap(([name, value]) => {
    const sql = columns[name]!;
    if (sql === '') return [];
    values.push(value);
    return [sql.replaceAll('?', `$${first + values.length - 1}`)];
  });
  return { sql: conditions.join(' and ') || 'true', values };
}

function comparisonsOf(expression: string, columns: FilterColumns): [name: string, value: string][] {
  const comparisons = parse(expression);
  const refused = comparisons.find(([name, operator]) => operator !== 'eq' || columns[name] === undefined);
  if (refused || comparisons.length === 0 || comparisons.length > maxComparisons)
    throw scimError('invalidFilter', `A filter compares ${Object.keys(columns).join(', ')} by eq, joined by and`);
  return comparisons.map(([name, , value]) => [name, value]);
}

type Comparison = [name: string, operator: string, value: string];

function parse(expression: string): Comparison[] {
  if (expression.length > maxLength) throw scimError('invalidFilter', `A filter has at most ${maxLength} characters`);
  let branches: Record<string, unknown>[];
  try {
    branches = [...new SCIMMY.Types.Filter(expression)] as Record<string, unknown>[];
  } catch (error) {
    throw scimError('invalidFilter', (error as Error).message);
  }
  if (branches.length !== 1) throw scimError('invalidFilter', 'A filter joins its comparisons by and');
  return flat(branches[0]!, '');
}

const flat = (branch: Record<string, unknown>, prefix: string): Comparison[] =>
  Object.entries(branch).flatMap(([key, found]): Comparison[] => {
    const name = prefix + key.replace(/^urn:.*:/i, '').toLowerCase();
    if (!Array.isArray(found)) return flat(found as Record<string, unknown>, `${name}.`);
    const [operator, value] = found as unknown[];
    const isWhole = typeof operator === 'string' && ['string', 'number', 'boolean'].includes(typeof value);
    return [[name, isWhole ? operator.toLowerCase() : 'incomplete', String(value)]];
  });
