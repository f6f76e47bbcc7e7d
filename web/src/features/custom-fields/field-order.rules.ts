import type { FieldGroup } from '../../lib/custom-fields';

const keysOf = (groups: readonly FieldGroup[]): string[] =>
  groups.flatMap(({ fields }) => fields.map(({ key }) => key));

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

/** The keys of all fields after a field moved to another place of its group, or undefined if it stays. */
export function orderAfterFieldMove(groups: readonly FieldGroup[], key: string, to: number): string[] | undefined {
  const group = groups.find(({ fields }) => fields.some((field) => field.key === key));
  const from = group?.fields.findIndex((field) => field.key === key) ?? -1;
  if (!group || from === to || to < 0 || to >= group.fields.length) return undefined;
  return keysOf(groups.map((each) => (each === group ? { ...each, fields: moved(each.fields, from, to) } : each)));
}

export function orderAfterGroupMove(groups: readonly FieldGroup[], from: number, to: number): string[] | undefined {
  return from === to || to < 0 || to >= groups.length ? undefined : keysOf(moved(groups, from, to));
}
