/** A request that a provider's own pages or its receivers show, with our names and addresses in it, and what it must bring. */
export interface PublishedRequest {
  what: string;
  /** Where a receiver shows the request. The others around it prepare it or read what it did. */
  recorded?: string;
  /** Method, and path below `/scim/v2` with its query. `{user}`, `{other}` and `{group}` are ids of former answers. */
  request: string;
  body?: unknown;
  status: number;
  /** What the answer has at least. */
  answer?: object;
  /** The name under which later requests have the id of the answer. */
  saves?: 'user' | 'other' | 'group';
}

export interface PublishedRequests {
  source: string;
  requests: readonly PublishedRequest[];
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
export const none = { schemas: [listSchema], totalResults: 0, Resources: [] };
