/** Sends signals to the present listeners of every process and stores none. Facts travel as events. */
export interface ChangeSignals {
  /** Neither throws nor waits; a signal that cannot be sent is lost. */
  publish(subject: string, signal: object): void;
  /** `subject` may end in `.*`. Returns a function that unsubscribes. */
  subscribe(subject: string, listener: (signal: unknown, subject: string) => void): () => void;
  /** Calls the listener when signals begin to get lost. Returns a function that unsubscribes. */
  onLoss(listener: () => void): () => void;
  /** Calls the listener after a time in which signals may have got lost. Returns a function that unsubscribes. */
  onGap(listener: () => void): () => void;
}

export class InProcessChangeSignals implements ChangeSignals {
  private readonly listeners = new Map<string, Set<(signal: unknown, subject: string) => void>>();

  publish(subject: string, signal: object): void {
    const text = JSON.stringify(signal);
    const family = `${subject.slice(0, subject.lastIndexOf('.'))}.*`;
    for (const key of [subject, family]) {
      for (const listener of this.listeners.get(key) ?? []) queueMicrotask(() => listener(JSON.parse(text), subject));
    }
  }

  subscribe(subject: string, listener: (signal: unknown, subject: string) => void): () => void {
    const ofSubject = this.listeners.get(subject) ?? new Set();
    this.listeners.set(subject, ofSubject.add(listener));
    return () => void ofSubject.delete(listener);
  }

  onLoss(_listener: () => void): () => void {
    return () => undefined;
  }

  onGap(_listener: () => void): () => void {
    return () => undefined;
  }
}
