import { Clock } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { problemOf, timeoutMs } from './delivery-problem.rules.js';
import { WebhookHttps } from './webhook-https.js';
import { signedHeaders } from './webhook-signature.rules.js';

const maxResponse = 500;
/** So that many receivers together cannot fill the memory. */
const maxBytes = 64 * 1024;

export interface Receiver {
  url: string;
  secrets: string[];
}

/** What came of one attempt. `status` is null if there was no response. */
export interface Attempt {
  sentAt: Date;
  durationMs: number;
  status: number | null;
  problem: string | null;
  response: string;
}

export const isDelivered = ({ status }: Attempt) => status !== null && status >= 200 && status < 300;

/** Sends one message by Standard Webhooks 1.0. Follows no redirect. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly https: WebhookHttps,
    private readonly clock: Clock,
  ) {}

  async send({ url, secrets }: Receiver, id: string, body: string, stop: AbortSignal): Promise<Attempt> {
    const sentAt = this.clock.now();
    const startedAt = performance.now();
    const result = await this.post(url, signedHeaders(secrets, id, sentAt, body), body, stop).catch((error: Error) => ({
      status: null,
      problem: problemOf(error),
      response: '',
    }));
    return { sentAt, durationMs: Math.round(performance.now() - startedAt), ...result };
  }

  private async post(url: string, signed: Record<string, string>, body: string, stop: AbortSignal) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Lead-Finder-Webhooks/1',
      ...signed,
    };
    const response = await this.https.fetch(url, { method: 'POST', headers, body, signal, maxBytes });
    const text = (await response.text()).replaceAll('\0', '').slice(0, maxResponse);
    // Without half a character at its end.
    return { status: response.status, problem: null, response: Buffer.from(text).toString() };
  }
}
