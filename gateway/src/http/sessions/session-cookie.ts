import { deviceCookie, maxDevices } from '@lead-finder/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

type DeviceCookie = z.output<typeof deviceCookie>;

const deviceSeconds = 400 * 86_400;
const challengeSeconds = 600;

type Challenge = 'secondStep' | 'passkey' | 'provider';

/** Reads and writes the cookies. Name and attributes depend on PUBLIC_URL (docs/product/accounts.md#session-cookie). */
export class SessionCookie {
  private readonly secure: boolean;
  private readonly name: string;
  private readonly devicePrefix: string;
  private readonly challengeNames: Record<Challenge, string>;

  constructor(publicUrl: string | undefined) {
    this.secure = publicUrl?.startsWith('https:') ?? false;
    this.name = this.secure ? '__Host-session' : 'session';
    this.devicePrefix = this.secure ? '__Host-device-' : 'device-';
    const prefix = this.secure ? '__Host-' : '';
    this.challengeNames = {
      secondStep: `${prefix}second-step`,
      passkey: `${prefix}passkey`,
      provider: `${prefix}sign-in`,
    };
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.name];
  }

  set(reply: FastifyReply, token: string, expiresAt: string): void {
    reply.setCookie(this.name, token, { ...this.attributes(), expires: new Date(expiresAt) });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.attributes());
  }

  /** The cookies by which accounts recognise this browser. A cookie only gives the browser its own sign-in counter. */
  devices({ cookies }: FastifyRequest): DeviceCookie[] {
    const own = Object.entries(cookies).filter(([name]) => name.startsWith(this.devicePrefix));
    const read = own.map(([name, value = '']) => ({ userId: Number(name.slice(this.devicePrefix.length)), value }));
    return read.filter((each) => deviceCookie.safeParse(each).success).slice(-maxDevices);
  }

  setDevice(reply: FastifyReply, { userId, value }: DeviceCookie): void {
    reply.setCookie(this.devicePrefix + userId, value, { ...this.attributes(), maxAge: deviceSeconds });
  }

  /** The token of a step that this browser has begun. It binds the end of the step to the browser. */
  challenge({ cookies }: FastifyRequest, name: Challenge): string {
    return cookies[this.challengeNames[name]] ?? '';
  }

  setChallenge(reply: FastifyReply, name: Challenge, challenge: string): void {
    // A provider sends the browser back from another site.
    const sameSite = name === 'provider' ? 'lax' : 'strict';
    const attributes = { ...this.attributes(), sameSite, maxAge: challengeSeconds } as const;
    reply.setCookie(this.challengeNames[name], challenge, attributes);
  }

  clearChallenge(reply: FastifyReply, name: Challenge): void {
    reply.clearCookie(this.challengeNames[name], this.attributes());
  }

  private attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }
}
