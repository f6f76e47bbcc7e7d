import type { OutputOf, ParsedInputOf, RequestContract } from '@lead-finder/contracts';
import type { Actor } from '@lead-finder/contracts';
import { Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';
import type { z } from 'zod';
import { RequestDispatcher } from './request-dispatcher.js';
import type { Caller } from './bus.js';

/** What a handler knows of its call besides the input. `actor` is null only where the contract's access needs nobody. */
export interface CallContext extends Caller {
  signal: AbortSignal;
  giveUpAt: number;
}
/** The context of a contract whose access is a list of roles: somebody is there. */
export interface ActorContext extends CallContext {
  actor: Actor;
}

type ContextOf<C extends RequestContract> = C['access'] extends string ? CallContext : ActorContext;
type Handler<C extends RequestContract> = (
  input: ParsedInputOf<C>,
  context: C['access'] extends 'anyone' | 'service' ? CallContext : ContextOf<C> & ActorContext,
) => Promise<z.input<C['output']>> | z.input<C['output']> | Promise<OutputOf<C>>;

const dispatcher = Symbol('dispatcher');
const handled = Symbol('handled');

export const contractHandledBy = (method: unknown): RequestContract | undefined =>
  (method as { [handled]?: RequestContract })[handled];

/**
 * Makes a controller's method the one that answers a request. The input is parsed and the access checked before it runs;
 * what it throws travels back as data. Handlers stay 2 to 5 lines (design, section 1).
 */
export function Handle<C extends RequestContract>(contract: C) {
  return <M extends Handler<C>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>) => {
    const method = descriptor.value!;
    Inject(RequestDispatcher)(target, dispatcher);
    const wrapped = function (this: { [dispatcher]: RequestDispatcher }, request: string) {
      return this[dispatcher].dispatch(contract, request, (input, context) =>
        method.call(this, input as never, context as never),
      );
    };
    Object.assign(wrapped, { [handled]: contract });
    descriptor.value = wrapped as never;
    MessagePattern(contract.subject)(target, key, descriptor);
    // No parameter that NestJS would send through its pipes, eight promises a request: the answerer parses.
    Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, key);
  };
}
