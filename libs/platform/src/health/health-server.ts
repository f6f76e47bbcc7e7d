import { createServer, type Server } from 'node:http';
import { listen } from './listen.js';

/** What an operator should know of a role that can serve. The metric `role_notice` has the code as a label. */
export interface Notice {
  code: string;
  /** May name settings, so the public port shows the code alone. */
  text?: string | undefined;
  /** The role serves only a part of its requests. */
  isDegraded?: boolean;
}

interface Part {
  name: string;
  check(): Promise<void>;
  notices?(): Notice[];
}

export class Readiness {
  private last: { at: number; problems: Promise<string[]> } | null = null;
  private draining = false;

  constructor(private readonly parts: () => Part[]) {}

  /** Reports 'not ready' from now on, because the process stops. */
  drain(): void {
    this.draining = true;
  }

  problems(): Promise<string[]> {
    if (this.draining) return Promise.resolve(['stopping']);
    const now = performance.now();
    if (!this.last || now - this.last.at > 500) this.last = { at: now, problems: this.runChecks() };
    return this.last.problems;
  }

  notices(): (Notice & { role: string })[] {
    return this.parts().flatMap(({ name, notices }) =>
      (notices?.() ?? []).map((notice) => ({ role: name, ...notice })),
    );
  }

  /** The response of /readyz. A process with notices is ready. */
  async report(shown: 'code' | 'text' = 'text'): Promise<{ status: 200 | 503; body: object }> {
    const problems = await this.problems();
    const known = this.notices();
    const notices = [...new Set(known.map((notice) => notice[shown] ?? notice.code))];
    const body = { ...(problems.length > 0 && { problems }), ...(notices.length > 0 && { notices }) };
    return problems.length > 0
      ? { status: 503, body: { status: 'unavailable', ...body } }
      : { status: 200, body: { status: known.some(({ isDegraded }) => isDegraded) ? 'degraded' : 'ok', ...body } };
  }

  private async runChecks(): Promise<string[]> {
    const names = await Promise.all(
      this.parts().map(({ name, check }) =>
        within(1_000, check()).then(
          () => null,
          () => name,
        ),
      ),
    );
    return names.filter((name) => name !== null);
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function startHealthServer(
  host: string,
  port: number,
  readiness: Readiness,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const respond = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    if (request.url === '/healthz') return respond(200, { status: 'ok' });
    if (request.url !== '/readyz') return respond(404, { status: 'not found' });
    void readiness.report().then(({ status, body }) => respond(status, body));
  });
  return listen(server, host, ['HEALTH_PORT', port]);
}
