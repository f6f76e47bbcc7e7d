/** A condition of a list on a custom field (docs/product/custom-fields.md#filters). */
export type FieldCondition = { key: string } & (
  { is: string } | { from: string; to: string; areNumbers?: boolean } | { isEmpty: true }
);

const number = String.raw`-?\d{1,15}(?:\.\d{1,10})?`;
const date = String.raw`\d{4}-\d\d-\d\d`;

/** `KEY=value`, `KEY:from..to` with two numbers or dates, either of which may be missing, or `KEY!` for no value. */
export const fieldConditionPattern = new RegExp(
  `^([a-z][A-Za-z0-9_]{0,49})(?:=(.+)|:(${number})?\\.\\.(${number})?|:(${date})?\\.\\.(${date})?|(!))$`,
  's',
);
export const fieldConditionMessage = 'Must be KEY=value, KEY:from..to or KEY!';

/** Returns null for a text that does not match the pattern. */
export function readFieldCondition(text: string): FieldCondition | null {
  const [, key, is, least, most, first, last, isEmpty] = fieldConditionPattern.exec(text) ?? [];
  if (!key) return null;
  if (is !== undefined) return { key, is };
  if (isEmpty) return { key, isEmpty: true };
  return { key, from: least ?? first ?? '', to: most ?? last ?? '', areNumbers: (least ?? most) !== undefined };
}

export function fieldConditionText(condition: FieldCondition): string {
  if ('is' in condition) return `${condition.key}=${condition.is}`;
  return 'isEmpty' in condition ? `${condition.key}!` : `${condition.key}:${condition.from}..${condition.to}`;
}
