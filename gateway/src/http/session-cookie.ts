import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name and attributes follow from where people open the product (decisions, section 3). */
export class SessionCookie {
  private readonly secure: boolean;
  private readonly name: string;

  constructor(publicUrl: string | undefined) {
    this.secure = publicUrl?.startsWith('https:') ?? false;
    this.name = this.secure ? '__Host-session' : 'session';
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

  private attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }
}
