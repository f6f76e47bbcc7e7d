import type { Actor, OutputOf, ParsedInputOf, RequestContract } from '@lead-finder/contracts';
import { Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';
import type { z } from 'zod';
import { RequestDispatcher, type CallContext } from './request-dispatcher.js';

/** The context of a contract whose access is a list of roles, so there is an actor. */
export interface ActorContext extends CallContext {
  actor: Actor;
}

type ContextOf<C extends RequestContract> = C['access'] extends string ? CallContext : ActorContext;
/** A function that responds to a request. */
export type RequestHandler<C extends RequestContract> = (
  input: ParsedInputOf<C>,
  context: C['access'] extends 'anyone' | 'service' ? CallContext : ContextOf<C> & ActorContext,
) => Promise<z.input<C['output']>> | z.input<C['output']> | Promise<OutputOf<C>>;

const dispatcher = Symbol('dispatcher');
const handled = Symbol('handled');

export const contractHandledBy = (method: unknown): RequestContract | undefined =>
  (method as { [handled]?: RequestContract })[handled];

/**
 * Makes a controller's method the handler of a request. The dispatcher parses the input and checks the access first,
 * and returns a thrown error as data. A handler has 2 to 5 lines (docs/ARCHITECTURE.md).
 */
export function Handle<C extends RequestContract>(contract: C) {
  return <M extends RequestHandler<C>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>) => {
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
    // Without parameters NestJS skips its pipes, which cost eight promises per request; the dispatcher parses.
    Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, key);
  };
}
