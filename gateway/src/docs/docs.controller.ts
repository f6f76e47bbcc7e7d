import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { notFound } from '@lead-finder/platform';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/sessions/session.guard.js';
import { openApi, routesOf } from './openapi.js';

const swaggerUi = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const start = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true });";
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lead Finder API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head><body><div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

@Public()
@Controller('api')
export class DocsController {
  private description: object | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  @Get('openapi.json')
  file() {
    return (this.description ??= openApi(routesOf(this.discovery)));
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  read() {
    return page;
  }

  @Get('docs/start.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  start() {
    return start;
  }

  @Get('docs/:file')
  async asset(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const type = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!type) throw notFound('File');
    void reply.type(type);
    return readFile(path.join(swaggerUi, file));
  }
}
