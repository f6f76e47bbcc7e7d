import type { Actor, RequestContract } from '@lead-finder/contracts';
import { AppError, carryError, forbidden, invalidInput, sessionRequired, unavailable } from '../errors/app-error.js';
import { runInContext, until } from '../context/request-context.js';
import { isDatabaseAway, isUnusableValue } from '../database/database-errors.js';
import type { IdempotentResponses } from '../database/idempotent-responses.js';
import type { ChangeSignals } from '../change-signals/change-signals.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { inSpan } from '../tracing/spans.js';
import type { Branches } from './branches.js';
import { cancelled, tooLate, type Caller } from './bus.js';
import { encode, envelope, type Envelope, type Reply } from './envelope.js';

/** The context of a call. `actor` is null only if the contract's access needs no user. */
export interface CallContext extends Caller {
  signal: AbortSignal;
  giveUpAt: number;
}

type Act = (input: unknown, context: CallContext) => unknown;

/** Passes requests from the bus to handlers and returns their responses; see `Handle`. */
export class RequestDispatcher {
  private readonly running = new Map<string, Deadline>();

  constructor(
    private readonly log: Logger,
    private readonly answers: IdempotentResponses | null,
    changeSignals: ChangeSignals,
    private readonly metrics?: Metrics,
    private readonly branches?: Branches,
  ) {
    changeSignals.subscribe(cancelled, (signal) => this.running.get((signal as { callId: string }).callId)?.abort());
  }

  dispatch(contract: RequestContract, text: string, act: Act): Promise<string> {
    const parsed = envelope.safeParse(safeJson(text));
    if (!parsed.success)
      return Promise.resolve(encode({ error: carryError(new AppError('invalid', 'malformed_json', 'Not a request')) }));
    const request = parsed.data;
    const { requestId, traceparent, address, actor } = request;
    const startedAt = performance.now();
    const observe = (outcome: string) =>
      this.metrics?.observeCall(contract.subject, outcome, (performance.now() - startedAt) / 1_000);
    const tokenId = actor?.token?.id;
    const context = { requestId, traceparent, address, actorId: actor?.id, ...(tokenId !== undefined && { tokenId }) };
    // A request of a service continues after its deadline, because its caller asks again for the result.
    const own = contract.access === 'service' ? context : until(startedAt + request.timeLeft, context);
    return runInContext(own, async () => {
      const span = { role: contract.service, name: contract.subject, kind: 'server', parent: traceparent } as const;
      try {
        const reply = encode(await inSpan(span, (own) => this.reply(contract, { ...request, traceparent: own }, act)));
        observe('done');
        return reply;
      } catch (error) {
        const failure = this.failure(contract, error);
        observe(isGivenUp(error) ? 'given_up' : failure.kind);
        return encode({ error: carryError(failure) });
      }
    });
  }

  private async reply(contract: RequestContract, request: Envelope, act: Act): Promise<Reply> {
    assertAccess(contract, request.from, request.actor);
    const input = contract.input.safeParse(request.body);
    if (!input.success) throw invalidInput(input.error);
    const known = (request.actor && (await this.branches?.of(request.actor, request))) ?? request.actor;
    const giveUpAt = performance.now() + request.timeLeft;
    const deadline = new Deadline(giveUpAt);
    this.running.set(request.callId, deadline);
    const context: CallContext = {
      actor: known,
      requestId: request.requestId,
      address: request.address,
      traceparent: request.traceparent,
      get signal() {
        return deadline.signal;
      },
      giveUpAt,
      idempotencyKey: request.idempotencyKey,
    };
    try {
      const { idempotent, output } = contract;
      const { idempotencyKey, actor } = request;
      if (!idempotent || !idempotencyKey || !actor || !this.answers)
        return { value: output.parse(await act(input.data, context)) };
      // Returns the first response. Stored as jsonb it loses its order of keys, which `parse` restores.
      const run = async () => output.parse(await act(input.data, context));
      const keyed = { contract, actorId: actor.id, key: idempotencyKey, body: request.body };
      return { value: output.parse(await this.answers.once(keyed, run)) };
    } catch (error) {
      // The caller may get this response before its own deadline, so both name the same reason.
      if (performance.now() >= giveUpAt && isDatabaseAway(error)) throw tooLate(contract);
      throw error;
    } finally {
      deadline.end();
      this.running.delete(request.callId);
    }
  }

  /** Logs an unexpected error in the service and returns it without its text (docs/ARCHITECTURE.md). */
  private failure(contract: RequestContract, error: unknown): AppError {
    if (error instanceof AppError) return error;
    if (isDatabaseAway(error)) {
      this.log.warn({ err: error, subject: contract.subject }, 'Request rejected: the database is not reachable');
      return unavailable(`The ${contract.service} service`);
    }
    if (isUnusableValue(error)) {
      this.log.warn(
        { err: error, subject: contract.subject },
        'Request rejected: the database cannot use a value that the validation accepted. Report it as a defect.',
      );
      return new AppError(
        'invalid',
        'validation_failed',
        'A value in the request cannot be used, for example a date or a number out of range',
      );
    }
    if (!isGivenUp(error)) this.log.error({ err: error, subject: contract.subject }, 'Request failed unexpectedly');
    return new AppError('internal', 'internal', 'Something went wrong on our side. Please try again.');
  }
}

/** The deadline of the caller as a signal. It is created only for handlers that use it, since most finish sooner. */
class Deadline {
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly giveUpAt: number) {}

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isOver) this.controller.abort();
      // The caller's signal that it gave up can get lost.
      else this.timer = setTimeout(() => this.abort(), Math.max(0, this.giveUpAt - performance.now()));
    }
    return this.controller.signal;
  }

  abort(): void {
    this.isOver = true;
    this.controller?.abort();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

const isGivenUp = (error: unknown) => (error as Error | undefined)?.name === 'AbortError';

function assertAccess({ access, sessionOnly }: RequestContract, from: Envelope['from'], actor: Actor | null): void {
  if (access === 'anyone') return;
  if (access === 'service') {
    if (actor && from === 'gateway') throw forbidden();
    return;
  }
  if (!actor) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
  if (!access.includes(actor.role)) throw forbidden();
  if (sessionOnly && actor.token) throw sessionRequired();
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
