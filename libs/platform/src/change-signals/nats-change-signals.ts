import type { NatsLink } from '../bus/nats-link.js';
import type { Logger } from '../logging/logger.js';
import type { ChangeSignals } from './change-signals.js';

/** NATS without JetStream and without a queue group, so every listener receives every signal. */
export class NatsChangeSignals implements ChangeSignals {
  constructor(
    private readonly link: NatsLink,
    private readonly log: Logger,
  ) {}

  publish(subject: string, signal: object): void {
    try {
      this.link.assertUp();
      this.link.connection.publish(subject, JSON.stringify(signal));
    } catch (error) {
      this.log.debug({ err: error, subject }, 'Change signal lost: NATS is not connected');
    }
  }

  subscribe(subject: string, listener: (signal: unknown, subject: string) => void): () => void {
    return this.link.subscribe(subject, {
      callback: (error, message) => {
        if (error)
          this.log.warn({ err: error, subject }, 'Change signals not received. Check the rights of the NATS user.');
        else this.notify(message.string(), (signal) => listener(signal, message.subject));
      },
    });
  }

  onLoss(listener: () => void): () => void {
    this.link.on('down', listener);
    return () => void this.link.off('down', listener);
  }

  onGap(listener: () => void): () => void {
    this.link.on('up', listener);
    return () => void this.link.off('up', listener);
  }

  private notify(text: string, listener: (signal: unknown) => void): void {
    try {
      listener(JSON.parse(text));
    } catch (error) {
      this.log.error({ err: error }, 'A listener failed on a change signal');
    }
  }
}
