import { CallFailed, signedIn, type Api } from '../../product/api.js';
import type { Ledger } from './ledger.js';

/** Longer than the product takes to say that it can't: a page would still wait. */
const timeoutMs = 15_000;

export const password = 'Correct-Horse-9';

/** `done` was acknowledged, `refused` was not done, and of `unanswered` nobody knows. */
export type CallResult =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; why: string }
  | { kind: 'unanswered'; why: string };

/** Somebody who is signed in all the time and tells the truth about each answer. */
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
    // People who work on the same lead get 409 from each other.
    end(
      answer.kind === 'done' || (answer.kind === 'refused' && answer.status === 409)
        ? null
        : `${this.username}: ${answer.why}`,
    );
    return answer;
  }

  /** As a page asks by itself, which nobody counts. */
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
      // 'Something went wrong on our side' is an answer for what nobody thought of, and a server that is away is not.
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

/** A session that was open and ended: its cookie must open nothing any more. */
export async function endedSession(url: string, username: string): Promise<Api> {
  const api = await signedIn(url, username, password);
  const end = await api.fetch('/api/logout', { method: 'POST' });
  if (!end.ok) throw new CallFailed(end.status, await end.text());
  return api;
}
