/** What the job of a plan does with one lead. */
export interface PlannedMove {
  leadId: number;
  userId: number;
  revision: number;
  capacity: number | null;
  account: number | null;
  why: string;
}
