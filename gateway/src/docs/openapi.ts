import type { RequestContract } from '@lead-finder/contracts';
import { apiScopes, errorResponse } from '@lead-finder/contracts';
import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import { idempotencyKey, idempotencyKeyHeader } from '../http/requests/idempotency-key.js';
import { isPublic, scopeOfRoute } from '../http/sessions/session.guard.js';
import { callsContract, type Documented } from './calls.js';

interface Route {
  method: string;
  path: string;
  status: number;
  isPublic: boolean;
  scope: string | null;
  documented?: Documented | undefined;
}

type Schema = Record<string, unknown>;

const asList = (value: string | string[] | undefined) => (Array.isArray(value) ? value : [value ?? '']);
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export function routesOf(discovery: DiscoveryService): Route[] {
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ instance, metatype }) => {
    if (!instance || !metatype) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    const prefixes = asList(Reflect.getMetadata(PATH_METADATA, metatype) as string | undefined);
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const status =
        (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ??
        (method === RequestMethod.POST ? 201 : 200);
      const documented = Reflect.getMetadata(callsContract, handler) as Documented | undefined;
      return prefixes.flatMap((prefix) =>
        asList(Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined).map((end) => ({
          method: RequestMethod[method],
          path: `/${prefix}/${end}`
            .replace(/\/+/g, '/')
            .replace(/(.)\/$/, '$1')
            .replace(/:(\w+)/g, '{$1}'),
          status,
          isPublic: isPublic(handler, metatype),
          scope: scopeOfRoute(handler),
          documented,
        })),
      );
    });
  });
}

export function openApi(routes: Route[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const route of routes.filter(({ path }) => path.startsWith('/api/'))) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lead Finder',
      version: '1',
      description:
        'Every call of the product. A session cookie or an API token signs requests in, never both. Each call names the scope that ' +
        'a token needs; calls without one need a session. Each response carries X-Request-Id: that of the request ' +
        'if it has 8 to 64 letters, digits, _ or -, otherwise a new one. Logs and traces have it too.',
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorResponse, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: Object.entries(apiScopes)
            .map(([scope, text]) => `- \`${scope}\`: ${text}`)
            .join('\n'),
        },
      },
    },
  };
}

function operation({ method, path, status, isPublic, scope, documented }: Route): Schema {
  const inPath = parametersOf(path);
  const described = documented && describe(documented, method, inPath);
  return {
    ...(described && { summary: described.summary, tags: [described.tag] }),
    security: isPublic ? [] : [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(described?.query ?? []),
      ...(described?.isKeyed
        ? [{ name: idempotencyKeyHeader, in: 'header', required: false, schema: jsonSchema(idempotencyKey, 'input') }]
        : []),
    ],
    ...(described?.body && { requestBody: { required: true, content: described.body } }),
    responses: {
      [status]: { description: 'Done', ...(described?.response && status !== 204 && { content: described.response }) },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describe({ contract, response, form }: Documented, method: string, inPath: string[]) {
  const input = inputOf(contract, inPath);
  const names = Object.keys(input.properties ?? {});
  const content =
    response && 'contentType' in response
      ? { [response.contentType]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: jsonSchema(response ?? contract.output, 'output') } };
  return {
    summary: contract.subject,
    tag: contract.service,
    response: content,
    query:
      method === 'GET'
        ? names.map((name) => ({
            name,
            in: 'query',
            required: input.required?.includes(name) ?? false,
            schema: input.properties![name],
          }))
        : [],
    body: bodyOf(form, method !== 'GET' && method !== 'DELETE' && names.length > 0 ? input : null),
    // An import, which arrives as a form, takes the key too (docs/product/errors-and-http.md#idempotency).
    isKeyed: contract.idempotent || form !== undefined,
  };
}

function bodyOf(form: z.ZodType | undefined, input: Schema | null) {
  if (form) return { 'multipart/form-data': { schema: jsonSchema(form, 'input') } };
  return input && { 'application/json': { schema: input } };
}

/** Returns the input without the parameters of the path and without the fields that the gateway fills. */
function inputOf({ input }: RequestContract, inPath: string[]) {
  const schema = jsonSchema(input, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  const filled = ['ref', 'origin', 'loopbackOnly', 'challenge', 'site', 'query', 'browserToken', 'scope', 'after'];
  const own = new Set([...filled, ...inPath]);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !own.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: schema.required?.filter((name) => !own.has(name)),
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
