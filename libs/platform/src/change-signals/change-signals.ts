/** Tells whoever listens right now, in every process; kept by nobody. Facts travel as events instead. */
export interface ChangeSignals {
  /** Never throws and never waits: a hint that can't be sent is lost. */
  publish(subject: string, hint: object): void;
  /** `subject` may end in `.*`. Answers a function that stops listening. */
  subscribe(subject: string, hear: (hint: unknown, subject: string) => void): () => void;
  /** Called when hints are heard again after a time in which some may have been lost. Answers a function that stops it. */
  onGap(listener: () => void): () => void;
}

/** Inside one process: JSON there and back, so that both sides carry the same shapes. */
export class InProcessChangeSignals implements ChangeSignals {
  private readonly listeners = new Map<string, Set<(hint: unknown, subject: string) => void>>();

  publish(subject: string, hint: object): void {
    const text = JSON.stringify(hint);
    const family = `${subject.slice(0, subject.lastIndexOf('.'))}.*`;
    for (const key of [subject, family]) {
      for (const hear of this.listeners.get(key) ?? []) queueMicrotask(() => hear(JSON.parse(text), subject));
    }
  }

  subscribe(subject: string, hear: (hint: unknown, subject: string) => void): () => void {
    const hearers = this.listeners.get(subject) ?? new Set();
    this.listeners.set(subject, hearers.add(hear));
    return () => void hearers.delete(hear);
  }

  /** Nothing is lost on the way from here to here. */
  onGap(_listener: () => void): () => void {
    return () => undefined;
  }
}
