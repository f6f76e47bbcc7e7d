export interface Days {
  from: string;
  to: string;
}

export const daysBetween = ({ from, to }: Days): string[] => {
  const days = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** How much of a leave its stand-in is on leave too. */
export function absence(leave: Days, leavesOfStandIn: readonly Days[]): 'none' | 'partly' | 'wholly' {
  const days = daysBetween(leave);
  const away = days.filter((day) => leavesOfStandIn.some(({ from, to }) => day >= from && day <= to));
  if (away.length === 0) return 'none';
  return away.length === days.length ? 'wholly' : 'partly';
}
