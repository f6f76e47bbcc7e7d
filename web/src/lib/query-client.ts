import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  notifyManager,
  type Query,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { automatically, request, requestWithHeaders } from './http';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** True for polling: every fetch except the first is automatic. */
      automatic?: boolean;
    };
  }
}

/**
 * The address of a query key. The first part is the path. Each further text or number replaces the next `:name`, or is
 * appended if there is none. An object is the query string (docs/product/errors-and-http.md#reads-of-the-page).
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

/** Omits fields that are undefined, null or empty, and repeats arrays. */
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

/** True for any fetch of a polling query except the first. */
export const isAutomatic = ({ client, meta, queryKey }: QueryFunctionContext): true | undefined =>
  meta?.automatic === true && client.getQueryData(queryKey) !== undefined ? true : undefined;

/** Reads a list, of which headers have the total and the cursor. */
export const readWithHeaders = <T>({ queryKey, signal }: QueryFunctionContext) =>
  requestWithHeaders<T>('GET', addressOf(queryKey), undefined, { signal });

async function read(context: QueryFunctionContext): Promise<unknown> {
  const options = { signal: context.signal, automatic: isAutomatic(context) };
  return (await request('GET', addressOf(context.queryKey), undefined, options)) ?? null;
}

/** Reads again also after a load that `invalidateQueries` neither ends nor repeats: a first one, or one not on screen. */
class PageQueryClient extends QueryClient {
  private readonly outdated = new WeakSet<Query>();

  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const isRepeated = query.state.data !== undefined && query.isActive();
      if (isRepeated || this.outdated.has(query)) continue;
      this.outdated.add(query);
      const again = () => {
        this.outdated.delete(query);
        return automatically(() => super.invalidateQueries({ queryKey: query.queryKey, exact: true }));
      };
      query.promise?.then(again, again);
    }
    return super.invalidateQueries(filters, options);
  }
}

let isChangeStarting = false;

// The second click of a double click can arrive before a timer, so the button of a change does not wait for one.
notifyManager.setScheduler((notify) => {
  if (isChangeStarting) queueMicrotask(notify);
  else setTimeout(notify);
  isChangeStarting = false;
});

/**
 * Data never becomes stale by itself, and nothing is refetched or retried automatically
 * (docs/product/errors-and-http.md#reads-of-the-page).
 */
export function createQueryClient(): QueryClient {
  const mutationCache = new MutationCache();
  mutationCache.subscribe((event) => {
    isChangeStarting ||= event.type === 'updated' && event.action.type === 'pending';
  });
  return new PageQueryClient({
    mutationCache,
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
}
