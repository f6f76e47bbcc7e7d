import { type RequestOptions, requestWithHeaders } from './http';

interface CachedResponse {
  etag: string;
  data: unknown;
}

const cache = new Map<string, CachedResponse>();

/**
 * Asks with the tag of the last answer, so that one that has not changed comes back empty and is the very same value.
 * API answers are `no-store`: the browser keeps none of them and never asks this way by itself. A tag is a hash of what
 * was answered, so that it means the same whoever is signed in.
 */
export async function requestUnlessCached<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const before = cache.get(path);
  const headers = { ...options.headers, ...(before && { 'If-None-Match': before.etag }) };
  const { data, headers: given, status } = await requestWithHeaders<T>('GET', path, undefined, { ...options, headers });
  if (status === 304 && before) return before.data as T;
  const etag = given.get('ETag');
  if (etag) cache.set(path, { etag, data });
  else cache.delete(path);
  return data;
}
