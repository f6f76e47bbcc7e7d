import { Readable } from 'node:stream';
import { getTeamMonth } from '@lead-finder/contracts';
import { AppError, Bus, type Caller } from '@lead-finder/platform';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { By } from '../http/caller.js';
import { Allow } from '../http/session.guard.js';
import { daysCsv, funnelCsv, membersCsv } from './progress-csv.js';

interface Asked {
  /** `members` unless told: one of the tables below. */
  table?: string;
  /** Days to which week and month are walked back. */
  week?: string;
  month?: string;
  /** First and last of the days. */
  from?: string;
  to?: string;
}

/** The figures of the team's screen for a spreadsheet. */
@Allow('admin', 'manager')
@Controller('api/progress/export')
export class ProgressExportController {
  constructor(private readonly bus: Bus) {}

  @Calls(getTeamMonth, { contentType: 'text/csv' })
  @Get()
  async export(@Query() asked: Asked, @By() by: Caller): Promise<StreamableFile> {
    const { table = 'members' } = asked;
    const text = this.textOf(table, asked, by);
    // Awaited before anything is sent, so that a refusal still has its status.
    const first = await text.next();
    async function* all() {
      yield first.value as string;
      yield* text;
    }
    return new StreamableFile(Readable.from(all(), { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="team-${table}.csv"`,
    });
  }

  private textOf(table: string, asked: Asked, by: Caller): AsyncGenerator<string> {
    switch (table) {
      case 'members':
        return membersCsv(this.bus, by, asked);
      case 'days':
        return daysCsv(this.bus, by, asked as never);
      case 'funnel':
        return funnelCsv(this.bus, by);
      default: {
        const message = 'Must be one of members, days, funnel';
        throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'table', message }] });
      }
    }
  }
}
