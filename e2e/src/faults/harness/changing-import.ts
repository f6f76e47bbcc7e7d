import { eventually } from '@lead-finder/testing';
import { signedIn, type Api } from '../../product/api.js';
import { found } from './evidence.js';
import { startedImport } from './imported-file.js';
import { rowsAreCounted, rowsAreCovered } from './lead.invariants.js';
import type { Stage } from './stage.js';
import {
  storedBusinesses,
  storedImages,
  storedLeads,
  wantedImages,
  withoutHistory,
  type StoredLead,
} from './stored-leads.js';
import { updatedFields, UpdatingStory } from './updating-story.js';
import { password } from './user-client.js';

/** Three batches of an import and a chunk of its undo. */
const leads = 1_400;
const within = 180_000;

/** An import that changes leads of its own, and its undo. After both, everything but the history is as before. */
export class ChangingImport {
  private id = 0;

  private constructor(
    private readonly stage: Stage,
    /** Waits for the undo longer than the users at work wait for anything. */
    private readonly api: Api,
    private readonly prefix: string,
    private readonly story: UpdatingStory,
    private readonly before: StoredLead[],
    private readonly businesses: number,
  ) {}

  static async prepare(stage: Stage): Promise<ChangingImport> {
    const { admin, records } = stage.world;
    // A field of an earlier fault is there already, and the definition is refused.
    for (const field of updatedFields) await admin.send('POST', '/api/custom-fields', field);
    const story = new UpdatingStory(stage.dice.between(1, 1e9), leads, 0, admin.username);
    const prefix = `${stage.imported.file.prefix} changed`;
    const made = await startedImport(admin, story.making(prefix));
    await stage.world.importEnds(made, within);
    return new ChangingImport(
      stage,
      await signedIn(stage.product.url, admin.username, password),
      prefix,
      story,
      await storedLeads(records, prefix),
      await storedBusinesses(records, prefix),
    );
  }

  /** Ends with the import, and checks that each row counted once and that the values before it are stored. */
  async change(): Promise<void> {
    const { world, findings } = this.stage;
    const { admin, records } = world;
    const text = this.story.changing(
      this.prefix,
      this.before.map(({ uuid }) => uuid),
    );
    this.id = await startedImport(admin, text, { fields: { mode: 'overwrite' } });
    await world.importEnds(this.id, within);
    const evidence = { records, imports: [{ id: this.id, file: { rows: this.story.rows }, mayStop: false }] };
    findings.push(...(await rowsAreCounted(evidence)), ...(await rowsAreCovered(evidence)));
    const wanted = wantedImages(this.before, await storedLeads(records, this.prefix));
    const stored = await storedImages(records, this.id);
    this.stage.expect('the import changes leads', wanted.length > 0);
    findings.push(...found('lost', 'values before an import', without(wanted, stored)));
    findings.push(...found('doubled', 'values before an import', without(stored, wanted)));
  }

  /** Asks until the undo is acknowledged, and ends with it. */
  async undo(): Promise<void> {
    const { world } = this.stage;
    await eventually(
      async () => {
        const { state } = await world.importState(this.id);
        if (!state.startsWith('undo'))
          await this.api.fetch(`/api/imports/${this.id}/undo`, { method: 'POST' }).catch(() => undefined);
        if (state !== 'undone') throw new Error(`Import ${this.id} is ${state}`);
      },
      { within },
    );
    const { records } = world;
    const after = await storedLeads(records, this.prefix);
    const text = (lead: StoredLead) => JSON.stringify(withoutHistory(lead));
    const [present, wanted] = [after.map(text), this.before.map(text)];
    this.stage.findings.push(
      ...found('lost', 'leads as before the import', without(wanted, present)),
      ...found('wrong', 'leads after the undo', without(present, wanted)),
    );
    this.stage.expect(
      'the undo removes the businesses of the import',
      (await storedBusinesses(records, this.prefix)) === this.businesses,
    );
  }
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return all.filter((each) => !known.has(each));
}
