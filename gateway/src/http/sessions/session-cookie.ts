import { deviceCookie, maxDevices } from '@lead-finder/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

type DeviceCookie = z.output<typeof deviceCookie>;

const deviceSeconds = 400 * 86_400;
const challengeSeconds = 600;

/** Reads and writes the cookies. Name and attributes depend on PUBLIC_URL (docs/product/accounts.md#session-cookie). */
export class SessionCookie {
  private readonly secure: boolean;
  private readonly name: string;
  private readonly devicePrefix: string;
  private readonly challengeName: string;

  constructor(publicUrl: string | undefined) {
    this.secure = publicUrl?.startsWith('https:') ?? false;
    this.name = this.secure ? '__Host-session' : 'session';
    this.devicePrefix = this.secure ? '__Host-device-' : 'device-';
    this.challengeName = this.secure ? '__Host-second-step' : 'second-step';
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

  /** The token of a sign-in that waits for its second step. It binds the step to this browser. */
  challenge({ cookies }: FastifyRequest): string {
    return cookies[this.challengeName] ?? '';
  }

  setChallenge(reply: FastifyReply, challenge: string): void {
    reply.setCookie(this.challengeName, challenge, {
      ...this.attributes(),
      sameSite: 'strict',
      maxAge: challengeSeconds,
    });
  }

  clearChallenge(reply: FastifyReply): void {
    reply.clearCookie(this.challengeName, this.attributes());
  }

  private attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }
}
