import { listCustomFields, pullLeads, reportExport, type InputOf } from '@lead-finder/contracts';
import { AppError, type Caller } from '@lead-finder/platform';
import type { StreamableFile } from '@nestjs/common';
import { csvDownload } from '../http/csv-download.js';
import type { GatewayBus } from '../http/requests/gateway-bus.js';
import { leadsCsv, leadsJsonLines } from './leads-csv.js';

export const jsonLinesType = 'application/x-ndjson';

const formats = {
  csv: { fileName: 'leads.csv', contentType: undefined, write: leadsCsv },
  ndjson: { fileName: 'leads.ndjson', contentType: `${jsonLinesType}; charset=utf-8`, write: leadsJsonLines },
};

/** The end of an export of more leads is reported, and the audit trail has a list of more leads. */
export const maxUnrecorded = 1_000;

interface OpenedExport {
  filter: object;
  leads: number;
  maxRows: number | null;
}

/** Returns a function that reads the next leads. It fails if more leads match meanwhile than were counted. */
export function leadPull(
  bus: GatewayBus,
  caller: Caller,
  scope: InputOf<typeof pullLeads>['scope'],
  { filter, maxRows }: Pick<OpenedExport, 'filter' | 'maxRows'>,
) {
  let rows = 0;
  return async (cursor?: string) => {
    const page = await bus.forward(pullLeads, { ...filter, scope, cursor }, caller);
    rows += page.leads.length;
    if (maxRows !== null && rows > maxRows)
      throw new AppError('conflict', 'export_grew', 'More leads match than were counted. Please export again.');
    return page;
  };
}

/** Streams leads as a file. `record` stands in the audit trail beside filter and count. */
export function leadsDownload(
  bus: GatewayBus,
  caller: Caller,
  { filter, leads: count, maxRows }: OpenedExport,
  format: keyof typeof formats,
  record: object = {},
): Promise<StreamableFile> {
  const { write, ...file } = formats[format];
  const pull = leadPull(bus, caller, 'all', { filter, maxRows });
  // The file is complete also if its notification is not.
  const report = async (failed: boolean) => {
    if (count > maxUnrecorded) await bus.call(reportExport, { leads: count, failed }, caller).catch(() => undefined);
  };
  async function* text() {
    try {
      let page = await pull();
      const { header, rows } = write((await bus.call(listCustomFields, {}, caller)).fields);
      yield header();
      for (; ; page = await pull(page.nextCursor)) {
        if (page.leads.length > 0) yield rows(page.leads);
        if (page.nextCursor === null) break;
      }
    } catch (error) {
      await report(true);
      throw error;
    }
    await report(false);
  }
  const details = { filters: filter, count, ...record };
  return csvDownload(bus, caller, { ...file, action: 'businesses_exported', details, text: text() });
}
