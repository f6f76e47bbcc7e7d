import { z } from 'zod';
import type { Role } from './actor.js';

export const serviceNames = ['users', 'places', 'leads', 'imports', 'progress'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** `anyone`: also before sign-in. `service`: another service or the gateway itself, without an actor. */
export type Access = 'anyone' | 'service' | readonly Role[];

export type CallerName = ServiceName | 'gateway';

export interface RequestContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'request';
  readonly subject: string;
  readonly service: ServiceName;
  readonly input: I;
  readonly output: O;
  readonly access: Access;
  /** The processes that send it; the gateway alone by default. NATS refuses all others. */
  readonly callers: readonly CallerName[];
  /** After this many milliseconds the caller gives up and drops a late response. */
  readonly deadlineMs: number;
  readonly idempotent: boolean;
  readonly containsPassword: boolean;
  /** A repeat has no further effect: reads, by the verb of the subject, and what declares it. */
  readonly repeatable: boolean;
  /** It only reads, so that a token needs no scope to change anything. */
  readonly reads: boolean;
  /** It is about the sign-in itself, so that no API token may send it (docs/product/api-tokens.md#never). */
  readonly sessionOnly: boolean;
}

export interface EventContract<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly type: string;
  readonly payload: P;
  /** The services that must consume it. An event counts as delivered when all of them have it. */
  readonly consumers: readonly ServiceName[];
}

const namesPassword = (input: z.ZodType) =>
  input instanceof z.ZodObject && Object.keys(input.shape).some((key) => /password/i.test(key));

const repeats = /\.((get|list|pull|check|resolve|count|verify)-|setup$)/;
const reads = /\.(get|list|pull|check|resolve|count|verify|find|guess)-/;

export function defineRequest<I extends z.ZodType, O extends z.ZodType>(
  subject: `${ServiceName}.${string}`,
  definition: {
    input: I;
    output: O;
    access: Access;
    callers?: readonly CallerName[];
    deadlineMs?: number;
    idempotent?: boolean;
    repeatable?: boolean;
    reads?: boolean;
    sessionOnly?: boolean;
  },
): RequestContract<I, O> {
  const service = subject.slice(0, subject.indexOf('.')) as ServiceName;
  const containsPassword = namesPassword(definition.input);
  const repeatable = repeats.test(subject);
  return {
    kind: 'request',
    subject,
    service,
    callers: ['gateway'],
    deadlineMs: 5_000,
    idempotent: false,
    repeatable,
    reads: reads.test(subject),
    sessionOnly: false,
    containsPassword,
    ...definition,
  };
}

export function defineEvent<P extends z.ZodType>(
  type: `${ServiceName}.${string}`,
  definition: { payload: P; consumers: readonly ServiceName[] },
): EventContract<P> {
  return { kind: 'event', type, ...definition };
}

export type InputOf<C extends RequestContract> = z.input<C['input']>;
export type ParsedInputOf<C extends RequestContract> = z.output<C['input']>;
export type OutputOf<C extends RequestContract> = z.output<C['output']>;
export type PayloadOf<E extends EventContract> = z.output<E['payload']>;
