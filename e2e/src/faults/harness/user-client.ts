import { CallFailed, signedIn, type Api } from '../../product/api.js';
import type { Ledger } from './ledger.js';

/** Longer than the product takes to report that it is not available. */
const timeoutMs = 15_000;

export const password = 'Correct-Horse-9';

/** `done`: acknowledged; `refused`: not done; `unanswered`: unknown. */
export type CallResult =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; why: string }
  | { kind: 'unanswered'; why: string };

/** A client that stays signed in and records each response in the ledger. */
export class UserClient {
  private constructor(
    readonly username: string,
    private readonly url: string,
    private api: Api,
    private readonly ledger: () => Ledger,
  ) {}

  static async signIn(url: string, username: string, ledger: () => Ledger): Promise<UserClient> {
    return new UserClient(username, url, await signedIn(url, username, password), ledger);
  }

  async send(
    method: string,
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<CallResult> {
    const end = this.ledger().abuse.begin();
    const answer = await this.ask(method, path, body, headers);
    // Users who work on the same lead cause 409 for each other.
    end(
      answer.kind === 'done' || (answer.kind === 'refused' && answer.status === 409)
        ? null
        : `${this.username}: ${answer.why}`,
    );
    return answer;
  }

  /** Sends a GET as the page does by itself, which does not extend the session. */
  async poll(path: string): Promise<CallResult> {
    return this.send('GET', path, undefined, { 'x-automatic': '1' });
  }

  private async ask(
    method: string,
    path: string,
    body: object | FormData | undefined,
    headers: Record<string, string>,
  ): Promise<CallResult> {
    try {
      const isForm = body instanceof FormData;
      const answer = await this.api.fetch(path, {
        method,
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      if (answer.ok) return { kind: 'done', body: text ? JSON.parse(text) : null };
      const why = `${method} ${path} was answered ${answer.status} ${text.slice(0, 300)}`;
      if (answer.status === 401) await this.signInAgain(why);
      // 500 is for unknown errors. A server that is away must give another status.
      if (answer.status === 500) this.ledger().unexpectedResponses.push(`${this.username}: ${why}`);
      return answer.status < 500 ? { kind: 'refused', status: answer.status, why } : { kind: 'unanswered', why };
    } catch (error) {
      const { name, message, cause } = error as Error;
      if (name === 'TimeoutError')
        this.ledger().unexpectedResponses.push(
          `${this.username}: ${method} ${path} got no answer in ${timeoutMs / 1_000} s`,
        );
      return {
        kind: 'unanswered',
        why: `${method} ${path}: ${message} ${String((cause as { code?: string } | undefined)?.code ?? '')}`,
      };
    }
  }

  private async signInAgain(why: string): Promise<void> {
    this.ledger().lostSessions.push(`${this.username}: ${why}`);
    this.api = await signedIn(this.url, this.username, password).catch(() => this.api);
  }
}

/** Returns a client whose session has ended, so that its cookie must not work. */
export async function endedSession(url: string, username: string): Promise<Api> {
  const api = await signedIn(url, username, password);
  const end = await api.fetch('/api/logout', { method: 'POST' });
  if (!end.ok) throw new CallFailed(end.status, await end.text());
  return api;
}
