import type { OutputOf, ParsedInputOf, undoImportChunk } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { CountRollup } from '../list/count-rollup.js';
import { ImportBatches, isOfImport, isTouched } from './import-batches.js';
import { UndoneBusinesses } from './undone-businesses.js';
import { UndoneLeads } from './undone-leads.js';
import { UntouchedLeads } from './untouched-leads.js';

type Chunk = ParsedInputOf<typeof undoImportChunk>;

interface Progress {
  lastChangedId: number;
  lastLeadId: number;
  lastFilledId: number;
  lastBusinessId: number;
}

/** What a step did, and how many rows it read: with fewer than its limit it is over. */
interface Step {
  read: number;
  progress: Partial<Progress>;
  removed?: number;
  reversed?: number;
  kept?: number;
  failed?: number;
}

/** Restores what an import changed and removes what it made (docs/product/import.md#undo). */
@Injectable()
export class ImportUndo {
  constructor(
    private readonly database: Database,
    private readonly batches: ImportBatches,
    private readonly untouched: UntouchedLeads,
    private readonly leads: UndoneLeads,
    private readonly businesses: UndoneBusinesses,
    private readonly signals: LeadSignals,
    private readonly rollup: CountRollup,
  ) {}

  /** Each commit has the changes of a chunk and how far the undo is, so a repeat continues behind it. */
  async run(chunk: Chunk): Promise<OutputOf<typeof undoImportChunk>> {
    await this.rollup.keepUp();
    return this.database.transaction(async () => {
      await this.batches.raiseFence(chunk.importId, chunk.fence);
      const progress = await this.progress(chunk.importId);
      // Fills come first: the undo of a change can remove a lead with its business.
      const steps = [this.fills, this.changes, this.newLeads, this.newBusinesses];
      const done: Step[] = [];
      for (const step of steps) {
        const left = chunk.limit - done.reduce((sum, { read }) => sum + read, 0);
        if (left <= 0) break;
        done.push(await step.call(this, { ...chunk, limit: left }, progress));
      }
      const sum = (name: 'read' | 'removed' | 'reversed' | 'kept' | 'failed') =>
        done.reduce((total, step) => total + (step[name] ?? 0), 0);
      const counts = [sum('removed'), sum('reversed'), sum('kept'), sum('failed')];
      const reached = { ...progress, ...Object.assign({}, ...done.map((step) => step.progress)) } as Progress;
      const [sums] = await this.database.query<OutputOf<typeof undoImportChunk>>(
        `update import_undos set removed = removed + $2, reversed = reversed + $3, kept = kept + $4, failed = failed + $5,
           last_changed_id = $6, last_lead_id = $7, last_filled_id = $8, last_business_id = $9, undone_at = now()
         where import_id = $1 returning removed, reversed, kept, failed`,
        [
          chunk.importId,
          ...counts,
          reached.lastChangedId,
          reached.lastLeadId,
          reached.lastFilledId,
          reached.lastBusinessId,
        ],
      );
      return { ...sums!, more: sum('read') >= chunk.limit };
    });
  }

  private async progress(importId: number): Promise<Progress> {
    await this.database.query('insert into import_undos (import_id) values ($1) on conflict do nothing', [importId]);
    const [progress] = await this.database.query<Progress>(
      `select last_changed_id as "lastChangedId", last_lead_id as "lastLeadId", last_filled_id as "lastFilledId",
         last_business_id as "lastBusinessId" from import_undos where import_id = $1 for update`,
      [importId],
    );
    return progress!;
  }

  private async changes({ importId, undoneBy, limit }: Chunk, { lastChangedId }: Progress): Promise<Step> {
    const { read, last, ...untouched } = await this.untouched.undo(importId, undoneBy, lastChangedId, limit);
    if (read === 0) return { read, progress: {} };
    const left = read - untouched.leads;
    const rows = left > 0 ? await this.leads.next(importId, lastChangedId, left, { lock: true }) : [];
    if (rows.length > 0) await this.leads.write(importId, undoneBy, rows);
    const unreversed = rows.flatMap(({ result }) => result.unreversed);
    return {
      read,
      progress: { lastChangedId: last! },
      reversed: untouched.values + rows.reduce((sum, { result }) => sum + result.reversed.length, 0),
      kept: unreversed.filter(({ outcome }) => outcome === 'kept').length,
      failed: unreversed.filter(({ outcome }) => outcome === 'failed').length,
    };
  }

  private async newLeads({ importId, limit }: Chunk, { lastLeadId }: Progress): Promise<Step> {
    const scanned = await this.database.query<{ id: number; userId: number; isTouched: boolean }>(
      `select id, user_id as "userId", ${isTouched} as "isTouched" from user_businesses
       where ${isOfImport} and id > $3 order by id limit $2 for update`,
      [importId, limit, lastLeadId],
    );
    const removed = scanned.filter((lead) => !lead.isTouched);
    await this.database.query('delete from user_businesses where id = any ($1)', [removed.map((lead) => lead.id)]);
    await this.leads.leaveToLater(scanned.filter((lead) => lead.isTouched).map((lead) => lead.id));
    this.signals.leadsChanged(
      removed.map((lead) => lead.userId),
      removed.map((lead) => lead.id),
    );
    return {
      read: scanned.length,
      progress: { lastLeadId: scanned.at(-1)?.id ?? lastLeadId },
      removed: removed.length,
      kept: scanned.length - removed.length,
    };
  }

  private async fills({ importId, limit }: Chunk, { lastFilledId }: Progress): Promise<Step> {
    const { read, last, ...counts } = await this.businesses.empty(importId, lastFilledId, limit);
    return { read, progress: { lastFilledId: last ?? lastFilledId }, ...counts };
  }

  private async newBusinesses({ importId, limit }: Chunk, { lastBusinessId }: Progress): Promise<Step> {
    const { read, last } = await this.businesses.removeNew(importId, lastBusinessId, limit);
    return { read, progress: { lastBusinessId: last ?? lastBusinessId } };
  }
}
