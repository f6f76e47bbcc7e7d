/** Opens connections and keeps them open. */
export interface Hold {
  kind: 'hold';
  /** What connections begin with, by turns. */
  openings: string[];
  /** Sent behind it, a byte of each connection in a second. */
  drip?: string;
  atOnce: number;
  openedPerSecond: number;
  /** Whether anything of the answers is read. */
  reads: boolean;
  seconds: number;
}

/** Sends requests without waiting for the answers of those before. */
export interface Flood {
  kind: 'flood';
  /** By turns. */
  requests: string[];
  count: number;
  connections: number;
  /** So many at once, and so long until the next ones. */
  wave: number;
  everyMs: number;
}

export type Attack = Hold | Flood;

/** What an attacker process is asked to do. */
export interface Order {
  attack: Attack;
  port: number;
  /** Local addresses that connections are opened from, by turns. */
  addresses: string[];
}

export interface Report {
  /** Connections that came about, and the highest number of them at a time. */
  opened: number;
  maxOpen: number;
  sent: number;
  /** Answers that were read, by their status. */
  answers: Record<string, number>;
}

export const answersOf = ({ answers }: Report, ...statuses: number[]): number =>
  statuses.reduce((count, status) => count + (answers[status] ?? 0), 0);
