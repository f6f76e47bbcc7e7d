import { randomUUID } from 'node:crypto';
import type { Actor, InputOf, OutputOf, RequestContract } from '@lead-finder/contracts';
import type { ClientProxy } from '@nestjs/microservices';
import type { Subscription } from 'rxjs';
import { AppError, errorFromCarried, unavailable } from '../errors/app-error.js';
import type { ChangeSignals } from '../change-signals/change-signals.js';
import { currentRequestId } from '../context/request-context.js';
import { inSpan } from '../tracing/spans.js';
import { encode, type Envelope, type Reply } from './envelope.js';

/** The actor, the request and the deadline of a call. A handler passes its own context on to further calls. */
export interface Caller {
  actor: Actor | null;
  requestId: string;
  address?: string | undefined;
  traceparent?: string | undefined;
  /** Aborted if the caller disconnects, which also cancels the handler. */
  signal?: AbortSignal | undefined;
  /** The `performance.now()` at which the first caller gives up. */
  giveUpAt?: number | undefined;
  idempotencyKey?: string | undefined;
}

export const asService = (): Caller => ({ actor: null, requestId: currentRequestId() });

export type RequestClient = Pick<ClientProxy, 'send' | 'close'>;

/** Broadcast to every process if the caller of a call no longer waits. */
export const cancelled = 'bus.cancelled';

/** Sends requests to services. Every failure is an AppError, such as `unavailable` or `timed_out`. */
export class Bus {
  constructor(
    private readonly client: RequestClient,
    private readonly changeSignals: ChangeSignals,
    private readonly self: Envelope['from'],
  ) {}

  call<C extends RequestContract>(contract: C, input: InputOf<C>, caller: Caller): Promise<OutputOf<C>> {
    const span = { role: this.self, name: contract.subject, kind: 'client', parent: caller.traceparent } as const;
    return inSpan(span, (traceparent) => this.ask(contract, input, { ...caller, traceparent }));
  }

  private async ask<C extends RequestContract>(contract: C, input: InputOf<C>, caller: Caller): Promise<OutputOf<C>> {
    assertDeclaredCaller(contract, this.self);
    const askedAt = performance.now();
    const timeLeft = Math.min(contract.deadlineMs, (caller.giveUpAt ?? Infinity) - askedAt);
    if (timeLeft <= 0) throw tooLate(contract);
    caller.signal?.throwIfAborted();
    const callId = randomUUID();
    const request = encode({
      callId,
      from: this.self,
      actor: caller.actor,
      requestId: caller.requestId,
      address: caller.address,
      traceparent: caller.traceparent,
      timeLeft,
      idempotencyKey: contract.idempotent ? caller.idempotencyKey : undefined,
      body: input,
    });
    let reply: Reply;
    try {
      reply = await this.send(contract, request, callId, timeLeft, caller.signal);
    } catch (error) {
      if (!(error instanceof LostOnTheWay)) throw error;
      // The service may have done it already, so only a repeatable request is sent again.
      const mayRepeat = contract.repeatable || (contract.idempotent && caller.idempotencyKey);
      if (!mayRepeat) throw unavailable(`The ${contract.service} service`);
      reply = await this.send(
        contract,
        request,
        callId,
        Math.max(1, timeLeft - (performance.now() - askedAt)),
        caller.signal,
      );
    }
    if ('error' in reply) throw errorFromCarried(reply.error);
    return reply.value as OutputOf<C>;
  }

  /** Settles once: by the response, the deadline or the caller's abort. Drops everything later. */
  private send(contract: RequestContract, request: string, callId: string, timeLeft: number, signal?: AbortSignal) {
    return new Promise<Reply>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        subscription.unsubscribe();
        settle();
      };
      const giveUp = (error: unknown) => {
        this.changeSignals.publish(cancelled, { callId });
        finish(() => reject(error));
      };
      const abandon = () => giveUp(signal!.reason);
      const timer = setTimeout(() => giveUp(tooLate(contract)), timeLeft);
      signal?.addEventListener('abort', abandon, { once: true });
      const subscription: Subscription = this.client.send<string>(contract.subject, request).subscribe({
        next: (text) => finish(() => resolve(JSON.parse(text) as Reply)),
        // Nest's transports reject with objects of their own: no subscriber, connection lost, handler missing.
        error: (cause) =>
          finish(() => reject(isLost(cause) ? new LostOnTheWay() : unavailable(`The ${contract.service} service`))),
      });
    });
  }
}

/** Checks in one process what NATS checks between services with users of their own. */
function assertDeclaredCaller({ subject, callers }: RequestContract, self: Envelope['from']): void {
  if (self === 'gateway' || self === 'host' || callers.includes(self)) return;
  throw new Error(`${self} is not named among the callers of ${subject}`);
}

class LostOnTheWay extends AppError {
  constructor() {
    super('unavailable', 'unavailable', 'The connection was lost');
  }
}

const isLost = (cause: unknown) => (cause as Error | undefined)?.message === 'Connection closed';

export const tooLate = ({ service }: RequestContract) =>
  new AppError('timed_out', 'unavailable', `The ${service} service did not answer in time. Please try again.`, {
    retryAfter: 2,
  });
