import { eventually } from '@lead-finder/testing';

const timeoutMs = 15_000;
const repeatWithin = 180_000;

interface Resource {
  id: string;
}
interface Answer {
  status: number;
  body: Resource & { Resources?: Resource[] };
}

/** A provider's client of SCIM 2.0. It repeats a request that got no answer, 429 or 5xx, as providers do. */
export class ScimClient {
  /** Changes that were sent, and those that were acknowledged. */
  sent = 0;
  acknowledged = 0;
  readonly unexpected: string[] = [];

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Sends a change until it is acknowledged. */
  async repeated(method: 'POST' | 'PATCH', path: string, body: object): Promise<Resource> {
    return this.untilDone(async () => this.change(method, path, body));
  }

  /** Looks for the user before each attempt, so that a creation without an answer is not sent again. Returns the id. */
  async created(userName: string, body: object): Promise<string> {
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const { id } = await this.untilDone(async () => {
      const found = await this.send('GET', `/Users?filter=${filter}`);
      if (found?.status !== 200) return null;
      return found.body.Resources![0] ?? (await this.change('POST', '/Users', body));
    });
    return id;
  }

  private async change(method: string, path: string, body: object): Promise<Resource | null> {
    this.sent += 1;
    const answer = await this.send(method, path, body);
    if (!answer) return null;
    if (answer.status < 300) {
      this.acknowledged += 1;
      return answer.body;
    }
    this.unexpected.push(`${method} ${path} with ${answer.status} ${JSON.stringify(answer.body)}`);
    return null;
  }

  private untilDone(attempt: () => Promise<Resource | null>): Promise<Resource> {
    return eventually(
      async () => {
        const done = await attempt();
        if (!done) throw new Error('A request of the provider was not acknowledged');
        return done;
      },
      { within: repeatWithin },
    );
  }

  private async send(method: string, path: string, body?: object): Promise<Answer | null> {
    try {
      const answer = await fetch(`${this.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/scim+json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      if (answer.status === 429 || answer.status >= 500) return null;
      return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Answer['body'] };
    } catch {
      return null;
    }
  }
}
