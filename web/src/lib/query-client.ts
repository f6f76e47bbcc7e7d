import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { HttpError, request } from './http';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True for polling: every fetch but the first is one that no person caused. */
      automatic?: boolean;
      /** A 401 is an answer, null, and not an error: the current user. */
      nullOn401?: boolean;
    };
  }
}

/**
 * The address that a query key stands for. The first part is the path; each further text or number replaces the next
 * `:name` in it, or is appended where there is none (specification section 7); an object is the query string.
 */
export function addressOf(key: readonly unknown[]): string {
  let path = String(key[0]);
  const search = new URLSearchParams();
  for (const part of key.slice(1)) {
    if (typeof part === 'object' && part !== null) appendFields(search, part);
    else if (part !== undefined) {
      const text = encodeURIComponent(String(part));
      path = /:[a-zA-Z]+/.test(path) ? path.replace(/:[a-zA-Z]+/, () => text) : `${path}/${text}`;
    }
  }
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Fields left undefined, null or empty are left out; an array stands once for each of its values. */
export function queryString(fields: object): string {
  const search = new URLSearchParams();
  appendFields(search, fields);
  return search.toString();
}

function appendFields(search: URLSearchParams, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
}

/** Whether this fetch of a query is one that nobody asked for: any but the first of a polling query. */
export const isAutomatic = ({ client, meta, queryKey }: QueryFunctionContext): true | undefined =>
  meta?.automatic === true && client.getQueryData(queryKey) !== undefined ? true : undefined;

async function read(context: QueryFunctionContext): Promise<unknown> {
  try {
    const options = { signal: context.signal, automatic: isAutomatic(context) };
    return (await request('GET', addressOf(context.queryKey), undefined, options)) ?? null;
  } catch (error) {
    if (context.meta?.nullOn401 && error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}

/** Data never goes stale by itself, and nothing is fetched or tried again unasked (specification section 7). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: read,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
