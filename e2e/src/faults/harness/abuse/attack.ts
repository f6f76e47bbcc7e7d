export interface SlowConnections {
  kind: 'hold';
  openings: string[];
  /** Sent after the opening, one byte per second on each connection. */
  drip?: string;
  atOnce: number;
  openedPerSecond: number;
  reads: boolean;
  seconds: number;
}

/** Sends requests without waiting for earlier responses. */
export interface Flood {
  kind: 'flood';
  requests: string[];
  count: number;
  connections: number;
  wave: number;
  everyMs: number;
}

export type Attack = SlowConnections | Flood;

export interface Order {
  attack: Attack;
  port: number;
  addresses: string[];
}

export interface Report {
  opened: number;
  maxOpen: number;
  maxStreaming: number;
  sent: number;
  answers: Record<string, number>;
}

export const answersOf = ({ answers }: Report, ...statuses: number[]): number =>
  statuses.reduce((count, status) => count + (answers[status] ?? 0), 0);
