import {
  getStatusFunnel,
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  leadStatusLabels,
  type ProgressRecord,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { csvHeader, csvRows } from '../http/csv-text.js';
import type { GatewayBus } from '../http/requests/gateway-bus.js';

type Cell = string | number;

const scoreTitles = (period: string) => [period, `${period} target`, `${period} %`];
const scoreOf = (record: ProgressRecord | undefined): Cell[] =>
  record ? [record.count, record.target, record.percentage] : ['', '', ''];

export interface Periods {
  week?: string | undefined;
  month?: string | undefined;
}

interface Days {
  from?: string;
  to?: string;
}

export interface Table {
  count: number;
  text: AsyncGenerator<string>;
}

export async function membersCsv(bus: GatewayBus, caller: Caller, periods: Periods): Promise<Table> {
  const { total } = await bus.call(getTeamMonth, { on: periods.month }, caller);
  return { count: total, text: memberRows(bus, caller, periods) };
}

async function* memberRows(bus: GatewayBus, caller: Caller, { week, month }: Periods): AsyncGenerator<string> {
  const titles = ['Member', 'Username', 'Email', ...['Week', 'Week before', 'Month'].flatMap(scoreTitles)];
  let isFirst = true;
  for (let after: number | undefined | null; after !== null;) {
    const from = { after };
    const [months, weeks, lastWeeks, eight] = await Promise.all([
      bus.call(getTeamMonth, { ...from, on: month }, caller),
      bus.call(getTeamWeek, { ...from, on: week }, caller),
      bus.call(getTeamLastWeek, { ...from, on: week }, caller),
      bus.call(getTeamWeeks, { ...from, on: week }, caller),
    ]);
    if (isFirst) yield csvHeader([...titles, ...(eight.members[0]?.weeks ?? []).map((each) => `Week of ${each.from}`)]);
    isFirst = false;
    const of = (list: { members: ProgressRecord[] }) => new Map(list.members.map((each) => [each.user.id, each]));
    const [weekOf, lastWeekOf] = [of(weeks), of(lastWeeks)];
    const eightOf = new Map(eight.members.map((each) => [each.userId, each.weeks]));
    yield csvRows(
      months.members.map((record) => {
        const { id, fullName, username, email } = record.user;
        const scores = [weekOf.get(id), lastWeekOf.get(id), record].flatMap(scoreOf);
        return [fullName || username, username, email, ...scores, ...(eightOf.get(id) ?? []).map(({ count }) => count)];
      }),
    );
    after = months.next;
  }
}

export async function daysCsv(bus: GatewayBus, caller: Caller, span: Days): Promise<Table> {
  const days = await bus.forward(getTeamDays, span, caller);
  return tableOf(
    ['Day', 'Contacts'],
    days.map(({ day, count }) => [day, count]),
  );
}

export async function funnelCsv(bus: GatewayBus, caller: Caller): Promise<Table> {
  const statuses = await bus.call(getStatusFunnel, {}, caller);
  return tableOf(
    ['Status', 'Leads'],
    statuses.map(({ status, leads }) => [leadStatusLabels[status], leads]),
  );
}

function tableOf(titles: readonly Cell[], lines: readonly Cell[][]): Table {
  async function* text() {
    yield csvHeader(titles);
    yield csvRows(lines);
  }
  return { count: lines.length, text: text() };
}
