/** Tells whoever listens right now, in every process; kept by nobody. Facts travel as events instead. */
export interface ChangeSignals {
  /** Never throws and never waits: a hint that can't be sent is lost. */
  publish(subject: string, signal: object): void;
  /** `subject` may end in `.*`. Answers a function that stops listening. */
  subscribe(subject: string, listener: (signal: unknown, subject: string) => void): () => void;
  /** Called when hints are heard again after a time in which some may have been lost. Answers a function that stops it. */
  onGap(listener: () => void): () => void;
}

/** Inside one process: JSON there and back, so that both sides carry the same shapes. */
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

  /** Nothing is lost on the way from here to here. */
  onGap(_listener: () => void): () => void {
    return () => undefined;
  }
}
