import { notFound } from '@lead-finder/platform';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_SETTINGS, defaultSupportEmail, type GatewaySettings } from '../gateway.config.js';
import { Public } from '../http/sessions/session.guard.js';

const path = '.well-known/security.txt';
const validMs = 180 * 24 * 60 * 60_000;

@Public()
@Controller()
export class SecurityTxtController {
  constructor(@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings) {}

  @Get(path)
  read(@Res({ passthrough: true }) reply: FastifyReply) {
    const { SUPPORT_EMAIL, PUBLIC_URL } = this.settings;
    if (SUPPORT_EMAIL === defaultSupportEmail) throw notFound('File');
    void reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' });
    return [
      `Contact: mailto:${SUPPORT_EMAIL}`,
      `Expires: ${new Date(Date.now() + validMs).toISOString().replace(/\.\d+/, '')}`,
      ...(PUBLIC_URL?.startsWith('https:') ? [`Canonical: ${new URL(`/${path}`, PUBLIC_URL).href}`] : []),
      'Preferred-Languages: en',
      '',
    ].join('\n');
  }
}
