import { getImport, getOwnProgress, searchBusinesses } from '@lead-finder/contracts';
import type { Documented } from '../../docs/calls.js';

/** The classes of requests, which have goals of their own (docs/operations.md#goals). */
export const requestClasses = ['list', 'read', 'poll', 'write', 'long', 'import', 'search', 'other'] as const;
export type RequestClass = (typeof requestClasses)[number];

/** Pages repeat these reads every few seconds, so their number would hide slow ones. */
const polled: unknown[] = [getOwnProgress, getImport];
/** A longer deadline is one of requests that work on many rows or hash a password. */
const usualDeadlineMs = 5_000;

/** Returns the class of a route, which follows from the contract that it calls. A route without one is `other`. */
export function requestClass(method: string, documented: Documented | undefined): RequestClass {
  if (!documented) return 'other';
  const { contract, response } = documented;
  const isRead = method === 'GET' || method === 'HEAD';
  if (polled.includes(contract)) return 'poll';
  if (contract === searchBusinesses) return 'search';
  if (contract.service === 'imports' && !isRead) return 'import';
  const isFile = response !== undefined && 'contentType' in response;
  if (isFile || contract.deadlineMs > usualDeadlineMs) return 'long';
  if (!isRead) return 'write';
  return /\.list-/.test(contract.subject) ? 'list' : 'read';
}
