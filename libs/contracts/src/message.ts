import { z } from 'zod';
import type { Role } from './actor.js';

export const serviceNames = ['users', 'places', 'leads', 'imports', 'progress'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Who may send a request, checked again inside the service for callers that come without the gateway.
 * `anyone`: before sign-in; `service`: only another service or the gateway itself, for no person;
 * roles: a signed-in person with one of them (decisions, section 4).
 */
export type Access = 'anyone' | 'service' | readonly Role[];

/** A process that sends requests. */
export type CallerName = ServiceName | 'gateway';

export interface RequestContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'request';
  readonly subject: string;
  readonly service: ServiceName;
  readonly input: I;
  readonly output: O;
  readonly access: Access;
  /** The processes that send it, the gateway alone where not said; NATS lets nobody else. */
  readonly callers: readonly CallerName[];
  /** After so many milliseconds the caller has given up and a late answer is dropped. */
  readonly deadlineMs: number;
  /** Takes an `Idempotency-Key`: the answer is stored in the change's own transaction (decisions, section 9). */
  readonly idempotent: boolean;
  /** A field of the input is a password, by its name: no digest of that input is stored but argon2id's. */
  readonly containsPassword: boolean;
  /** Asked twice it does no more than asked once: what reads, by its verb, and what says so. */
  readonly repeatable: boolean;
}

export interface EventContract<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly type: string;
  readonly payload: P;
  /** The services that must hear it; an event counts as delivered when all of them have it. */
  readonly consumers: readonly ServiceName[];
}

const namesPassword = (input: z.ZodType) =>
  input instanceof z.ZodObject && Object.keys(input.shape).some((key) => /password/i.test(key));

const reads = /\.((get|list|pull|check|resolve|count|verify)-|setup$)/;

/** Defines a request: the subject is `service.verb-noun`, its first word names the service that answers. */
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
  },
): RequestContract<I, O> {
  const service = subject.slice(0, subject.indexOf('.')) as ServiceName;
  const containsPassword = namesPassword(definition.input);
  const repeatable = reads.test(subject);
  return {
    kind: 'request',
    subject,
    service,
    callers: ['gateway'],
    deadlineMs: 5_000,
    idempotent: false,
    repeatable,
    containsPassword,
    ...definition,
  };
}

/** Defines an event: `service.what-happened`, in the past tense, the first word names the service that emits it. */
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
