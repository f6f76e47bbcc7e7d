import SCIMMY from 'scimmy';
import { patchSchema, scimError, type ScimUser } from './scim-schemas.js';

type Value = Record<string, unknown>;
interface Operation {
  op: string;
  path?: string;
  value?: unknown;
}

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The attributes that Lead Finder stores, by their names in small letters. */
const stored = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['displayname', 'displayName'],
  ['name', 'name'],
  ['name.givenname', 'name.givenName'],
  ['name.familyname', 'name.familyName'],
  ['name.formatted', 'name.formatted'],
  ['emails', 'emails'],
]);
const ofEmail = ['value', 'type', 'primary', 'display'];
const flags = ['active', 'primary'];

/** Entra ID sends flags as the texts 'True' and 'False', and Okta sends null for what is empty. */
function plain(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, plain(each, name)]])),
    );
  if (!flags.includes(key.toLowerCase()) || typeof value !== 'string') return value;
  return { true: true, false: false }[value.toLowerCase()] ?? value;
}

const objectOf = (body: unknown): Value => {
  if (isObject(body)) return body;
  throw scimError('invalidSyntax', 'The body must be a JSON object');
};

/** Returns the body of a POST or PUT as RFC 7643 wants it. */
export const resourceOf = (body: unknown): Value => plain(objectOf(body)) as Value;

function operationsOf(body: unknown): { schemas: unknown; operations: Operation[] } {
  const byName = Object.fromEntries(Object.entries(objectOf(body)).map(([key, value]) => [key.toLowerCase(), value]));
  const operations = byName.operations;
  if (!Array.isArray(operations) || operations.length === 0 || !operations.every(isObject))
    throw scimError('invalidSyntax', 'Operations must be a list of at least one operation');
  return {
    schemas: byName.schemas,
    operations: operations.map((each) => {
      const { op, path, value } = Object.fromEntries(
        Object.entries(each).map(([key, part]) => [key.toLowerCase(), part]),
      ) as unknown as Operation;
      return {
        op: typeof op === 'string' ? op.toLowerCase() : op,
        ...(path !== undefined && path !== null && { path: typeof path === 'string' ? withoutUrn(path) : path }),
        ...(value !== undefined && { value }),
      };
    }),
  };
}

const withoutUrn = (path: string) => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '');

/**
 * Returns a PATCH of a user as RFC 7644 wants it, with the operations on stored attributes alone, or null if none is left.
 * A replacement at a filtered address that the user does not have adds the address, as Entra ID expects.
 */
export function userPatch(body: unknown, present: ScimUser): object | null {
  const { schemas, operations } = operationsOf(body);
  const known = operations
    .flatMap(split)
    .flatMap(({ path, ...rest }) => {
      const name = storedPath(path!);
      return name === null
        ? []
        : [{ ...rest, path: name, ...('value' in rest && { value: plain(rest.value, name.split('.').at(-1)) }) }];
    })
    .map((each) => adding(each, present));
  return known.length === 0 ? null : { schemas: schemas ?? [patchSchema], Operations: known };
}

/** Turns an operation without a path into one for each attribute of its value. */
function split(operation: Operation): Operation[] {
  if (operation.path !== undefined) return [operation];
  if (!isObject(operation.value))
    throw scimError('invalidValue', `The operation '${operation.op}' without a path needs an object as its value`);
  return Object.entries(operation.value).flatMap(([path, value]) =>
    value === null ? [] : [{ op: operation.op, path: withoutUrn(path), value }],
  );
}

/** Returns the path in the schema's letters, or null for an attribute that is not stored. */
function storedPath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 300) throw scimError('invalidPath', 'The path must be a short text');
  const filtered = /^emails(\[.*\])(\.\w+)?$/i.exec(path);
  if (!filtered) return stored.get(path.toLowerCase()) ?? null;
  const [, filter = '', sub = ''] = filtered;
  const chosenBy = [...filterOf(filter.slice(1, -1))].flatMap((branch) => Object.keys(branch));
  if (!chosenBy.every((name) => ofEmail.includes(name.toLowerCase())))
    throw scimError('invalidPath', `An address is chosen by ${ofEmail.join(', ')}`);
  return `emails${filter}${sub.toLowerCase()}`;
}

function adding({ op, path, value }: Operation, { emails = [] }: ScimUser): Operation {
  const [, expression, sub] = /^emails\[(.*)\](?:\.(\w+))?$/.exec(path ?? '') ?? [];
  if (expression === undefined || op === 'remove') return { op, path: path!, ...(value !== undefined && { value }) };
  const filter = filterOf(expression);
  if (filter.match(emails).length > 0) return { op, path: path!, value };
  const equal = Object.entries([...filter][0] ?? {}).flatMap(([name, comparison]) =>
    Array.isArray(comparison) && comparison[0] === 'eq' ? [[name, comparison[1]]] : [],
  );
  const added = { ...(Object.fromEntries(equal) as Value), ...(sub ? { [sub]: value } : (value as Value)) };
  return { op: 'add', path: 'emails', value: [plain(added)] };
}

function filterOf(expression: string) {
  try {
    return new SCIMMY.Types.Filter(expression);
  } catch (error) {
    throw scimError('invalidPath', (error as Error).message);
  }
}

export interface GroupPatch {
  displayName?: string;
  externalId?: string;
  members: { op: 'add' | 'remove' | 'replace'; ids: string[] }[];
}

/** What a group stores. */
const ofGroup = /^(members|displayName|externalId)\b/i;

/**
 * Reads a PATCH of a group without its members, which can be thousands. A removal without values empties the group.
 * Entra ID sends what a tenant maps, such as the address of the group, so operations on other attributes are left out.
 */
export function groupPatch(body: unknown): GroupPatch {
  const patch: GroupPatch = { members: [] };
  for (const { op, path, value } of operationsOf(body).operations.flatMap((each) =>
    each.path === undefined ? split(each) : [each],
  )) {
    if (op !== 'add' && op !== 'remove' && op !== 'replace')
      throw scimError('invalidSyntax', `'${String(op)}' is no operation`);
    if (typeof path !== 'string') throw scimError('invalidPath', 'The path must be a text');
    if (!ofGroup.test(path)) continue;
    const [, name = '', filter] = /^(\w+)(?:\[(.*)\])?$/.exec(path) ?? [];
    const attribute = name.toLowerCase();
    if (attribute === 'members') {
      if (op === 'remove' && value === undefined && filter === undefined)
        patch.members.push({ op: 'replace', ids: [] });
      else patch.members.push({ op, ids: filter === undefined ? memberIds(value) : [memberOf(filter)] });
    } else if (attribute === 'displayname' && op !== 'remove') patch.displayName = textOf(value, 'displayName');
    else if (attribute === 'externalid' && op !== 'remove') patch.externalId = textOf(value, 'externalId');
    else throw scimError('invalidPath', `'${path}' is no attribute of a group that can change so`);
  }
  return patch;
}

export function memberIds(value: unknown): string[] {
  const members = value === undefined ? [] : [value].flat();
  return members.map((member) => {
    const id = isObject(member) ? member.value : member;
    if (typeof id === 'string' || typeof id === 'number') return String(id);
    throw scimError('invalidValue', 'Each of members needs a value, which is the id of a user');
  });
}

function memberOf(filter: string): string {
  const [branch, ...others] = [...filterOf(filter)] as Record<string, unknown>[];
  const comparison = branch?.value;
  if (others.length === 0 && Array.isArray(comparison) && comparison[0] === 'eq') return String(comparison[1]);
  throw scimError('invalidPath', 'A member is chosen by value eq');
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw scimError('invalidValue', `${name} must be a text`);
}
