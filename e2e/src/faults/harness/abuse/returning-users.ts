import { setTimeout as pause } from 'node:timers/promises';
import { signedIn, type Api } from '../../../product/api.js';
import { password } from '../user-client.js';
import { usernames } from '../team.js';
import type { World } from '../world.js';

const everyMs = 1_000;
const timeoutMs = 15_000;

/** The four users sign in again one after another, each in a second browser with the device cookie of an earlier sign-in. */
export class ReturningUsers {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private readonly returned = new Set<string>();

  private constructor(
    private readonly world: World,
    browsers: ReadonlyMap<string, Api>,
  ) {
    this.running = this.signInByTurns([...browsers]);
  }

  static async start(world: World): Promise<ReturningUsers> {
    const browsers = new Map<string, Api>();
    for (const username of usernames) browsers.set(username, await signedIn(world.product.url, username, password));
    return new ReturningUsers(world, browsers);
  }

  forget(): void {
    this.returned.clear();
  }

  get names(): string[] {
    return [...this.returned].sort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async signInByTurns(browsers: readonly [string, Api][]): Promise<void> {
    for (let index = 0; !this.stopping.signal.aborted; index++) {
      const [username, browser] = browsers[index % browsers.length]!;
      const end = this.world.ledger.abuse.begin();
      const error = await signIn(browser, username);
      end(error);
      if (error === null) this.returned.add(username);
      await pause(everyMs);
    }
  }
}

async function signIn(browser: Api, username: string): Promise<string | null> {
  try {
    const answer = await browser.fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return answer.ok ? null : `${username}: the sign-in was answered ${answer.status} ${text.slice(0, 300)}`;
  } catch (error) {
    return `${username}: the sign-in got no answer: ${String(error)}`;
  }
}
