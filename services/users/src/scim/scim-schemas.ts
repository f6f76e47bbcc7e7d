import SCIMMY from 'scimmy';

const { Config, Messages, Resources, Schemas, Types } = SCIMMY;

export const maxListed = 100;

/** What Lead Finder has no use for is neither stored nor described. */
Schemas.User.truncate([
  ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password'],
  ...['phoneNumbers', 'ims', 'photos', 'addresses', 'groups', 'entitlements', 'roles', 'x509Certificates'],
  ...['name.middleName', 'name.honorificPrefix', 'name.honorificSuffix'],
]);
Config.set({
  patch: true,
  filter: maxListed,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: "A token of the page 'Sign-in', in the header Authorization",
    },
  ],
});

export interface ScimName {
  givenName?: string;
  familyName?: string;
  formatted?: string;
}
export interface ScimEmail {
  value?: string;
  type?: string;
  primary?: boolean;
}
export interface ScimUser {
  id?: string;
  externalId?: string;
  userName: string;
  name?: ScimName;
  displayName?: string;
  emails?: ScimEmail[];
  active?: boolean;
}
export interface ScimGroup {
  id?: string;
  externalId?: string;
  displayName: string;
  members?: { value: string; display?: string }[];
}
export interface Stored {
  created: Date;
  lastModified: Date;
}
export interface ListRequest {
  filter?: string;
  startIndex: number;
  count: number;
  /** Which attributes to return. */
  attributes: unknown;
  excludesMembers: boolean;
}

export const patchSchema = Messages.PatchOp.id;

export const scimError = (
  scimType: 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'invalidSyntax' | 'tooMany',
  message: string,
) => new Types.Error(scimType === 'tooMany' ? 413 : 400, scimType, message);
export const isScimError = (error: unknown): error is Error & { status: number; scimType?: string } =>
  error instanceof Types.Error;

export const errorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: [Messages.ErrorResponse.id],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});

/** Checks the resource against its schema. Drops what the schema does not have. */
export const readUser = (body: object): ScimUser => parsed(() => new Schemas.User(body, 'in'));
export const readGroup = (body: object): ScimGroup => parsed(() => new Schemas.Group(body, 'in'));

export const writeUser = (user: ScimUser, meta: Stored, base: string, attributes?: unknown): object =>
  new Schemas.User({ ...user, meta }, 'out', `${base}/Users`, attributes as never);
export const writeGroup = (group: ScimGroup, meta: Stored, base: string, attributes?: unknown): object =>
  new Schemas.Group({ ...group, meta }, 'out', `${base}/Groups`, attributes as never);

/** Returns the user as the operations leave it. */
export async function patchedUser(user: ScimUser, message: object): Promise<ScimUser> {
  const before = new Schemas.User(user, 'both');
  const after = (await new Messages.PatchOp(message as never).apply(before)) as ScimUser | undefined;
  return after ?? user;
}

/** The class of the schemas would cut the page again. */
export const listBody = (resources: object[], totalResults: number, startIndex: number): object => ({
  schemas: [Messages.ListResponse.id],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const numberOf = (value: string | undefined, otherwise: number, name: string): number => {
  if (value === undefined) return otherwise;
  if (!/^-?\d{1,9}$/.test(value)) throw scimError('invalidValue', `${name} must be a whole number`);
  return Number(value);
};

/** Reads filter, pages and attributes. Values below the smallest count as the smallest, as RFC 7644 3.4.2.4 says. */
export function listRequest(query: Record<string, string | string[]>): ListRequest {
  const one = (name: string) => [query[name] ?? []].flat()[0];
  const names = ['filter', 'attributes', 'excludedAttributes'].flatMap((name) => {
    const value = one(name);
    return value === undefined ? [] : [[name, value]];
  });
  const { filter, attributes } = parsed<{
    filter?: { expression: string };
    attributes?: unknown;
  }>(() => new Resources.User(Object.fromEntries(names) as never), 'invalidFilter');
  const excluded = (one('excludedAttributes') ?? '').toLowerCase().split(',');
  return {
    ...(filter && { filter: filter.expression }),
    startIndex: Math.max(1, numberOf(one('startIndex'), 1, 'startIndex')),
    count: Math.min(maxListed, Math.max(0, numberOf(one('count'), maxListed, 'count'))),
    attributes,
    excludesMembers: excluded.some((name) => name.trim() === 'members'),
  };
}

/** Describes the service: what it can do, its resources and their attributes. Returns null for an unknown id. */
export function described(
  resource: 'ServiceProviderConfig' | 'ResourceTypes' | 'Schemas',
  id: string | undefined,
  base: string,
) {
  if (resource === 'ServiceProviderConfig')
    return id ? null : new Schemas.ServiceProviderConfig(Config.get() as never, `${base}/ServiceProviderConfig`);
  const all =
    resource === 'Schemas'
      ? [Schemas.User, Schemas.Group].map((schema) => schema.definition.describe(`${base}/Schemas`))
      : [Resources.User, Resources.Group].map(
          (each) => new Schemas.ResourceType(each.describe() as never, `${base}/ResourceTypes`),
        );
  if (id === undefined) return listBody(all, all.length, 1);
  return (all as { id?: string }[]).find((each) => each.id === id) ?? null;
}

/** Turns the errors of the schemas, which name the attribute, into refusals. */
export function parsed<T>(read: () => unknown, type: 'invalidValue' | 'invalidFilter' = 'invalidValue'): T {
  try {
    return read() as T;
  } catch (error) {
    if (error instanceof TypeError) throw scimError(type, error.message);
    throw error;
  }
}
