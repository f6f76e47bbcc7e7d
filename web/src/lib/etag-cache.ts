import { type RequestOptions, requestWithHeaders } from './http';

interface CachedResponse {
  etag: string;
  data: unknown;
}

const cache = new Map<string, CachedResponse>();

/**
 * Sends the ETag of the last response, so that an unchanged one returns the same value without a body. API responses
 * are `no-store`, so the browser does not do this itself. An ETag is a hash of the response, so it is valid for any
 * user.
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
