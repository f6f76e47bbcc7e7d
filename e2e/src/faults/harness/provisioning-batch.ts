import type { IdentityProvider, Provisioning, Team, User } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { signedIn, type Api } from '../../product/api.js';
import { ImportedFile, startImport, type Import } from './imported-file.js';
import { ScimClient } from './scim-client.js';
import type { Stage } from './stage.js';
import { administrator } from './team.js';
import { password } from './user-client.js';

const chunks = 8;
const perChunk = 5;
const leaversCount = 4;
const rows = 40;
const connections = 4;
const settleWithin = 180_000;
const patchOp = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const operation = (op: string, path: string, value: unknown) => ({
  schemas: patchOp,
  Operations: [{ op, path, value }],
});
const created = 'POST User: created the account';
const deactivated = 'deactivated the account';

interface Person {
  userName: string;
  scimId: string;
  stays: boolean;
}
interface Leaver {
  id: number;
  api: Api;
}
interface LogRow {
  userId: number | null;
  details: string;
}

/**
 * What Entra ID sends for a company: people who are created, put into groups with a role and a team, renamed and partly
 * deactivated, and users of Lead Finder who leave. The client repeats what was not answered, and looks first.
 */
export class ProvisioningBatch {
  private readonly people: Person[] = [];

  private constructor(
    private readonly stage: Stage,
    private readonly provider: string,
    private readonly scim: ScimClient,
    private readonly leavers: readonly Leaver[],
    private readonly groupId: number,
    private readonly teamId: number,
    private readonly imported: Import,
    private readonly lastJob: number,
  ) {}

  /** Adds a provider with a group that has a rule, and users with leads and open sessions, whom the provider manages. */
  static async prepare(stage: Stage): Promise<ProvisioningBatch> {
    const { world, product } = stage;
    const tag = `p${world.users.length}${stage.dice.between(1e6, 9e6)}`;
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const outcome = await world.admin.send(method, path, body);
      if (outcome.kind !== 'done') throw new Error(outcome.why);
      return outcome.body as T;
    };
    const form = { name: `Company ${tag}`, issuer: `https://${tag}.example.com`, clientId: 'lead-finder' };
    const { id, name } = await send<IdentityProvider>('POST', '/api/identity-providers', form);
    const own = `/api/identity-providers/${id}`;
    const { token } = await send<{ token: string }>('POST', `${own}/scim-tokens`);
    const scim = new ScimClient(product.url, token);
    const group = await scim.repeated('POST', '/Groups', { displayName: 'Field sales' });
    const team = await send<Team>('POST', '/api/teams', { name: `Team ${tag}` });
    const rules = [{ groupId: Number(group.id), role: 'manager', teamId: team.id }];
    await send<Provisioning>('PUT', `${own}/group-rules`, { rules });
    await send('PUT', '/api/leaver-rule', { handOver: 'person', userId: world.user(administrator).id });

    const leavers: Leaver[] = [];
    const names = Array.from({ length: leaversCount }, (_, at) => `${tag}leaver${at}`);
    for (const username of names) {
      const account = { username, password, email: `${username}@example.com`, fullName: 'Lee Leaver' };
      const user = await send<User>('POST', '/api/users', account);
      leavers.push({ id: user.id, api: await signedIn(product.url, username, password) });
      await send('POST', `${own}/provisioned-users`, { userId: user.id });
    }
    const file = new ImportedFile(`Left ${tag}`, rows, names);
    const imported = await startImport(world.admin, file);
    await world.importEnds(imported.id, 60_000);
    const jobs = await world.records.rows<{ id: number }>(
      'select coalesce(max(id), 0)::int as id from leads.bulk_jobs',
    );
    return new ProvisioningBatch(stage, name, scim, leavers, Number(group.id), team.id, imported, jobs[0]!.id);
  }

  /** Resolves when every request is acknowledged. */
  async run(): Promise<void> {
    const { dice } = this.stage;
    const left = dice.shuffled([
      ...Array.from({ length: chunks }, (_, chunk) => () => this.provision(chunk)),
      ...this.leavers.map(
        ({ id }) =>
          () =>
            this.deactivate(String(id)),
      ),
    ]);
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) await next();
    };
    await Promise.all(Array.from({ length: connections }, work));
  }

  private async provision(chunk: number): Promise<void> {
    const people = Array.from({ length: perChunk }, (_, at) => `person${chunk * perChunk + at}@${this.domain}`);
    const ours: Person[] = [];
    for (const userName of people) {
      const scimId = await this.scim.created(userName, {
        externalId: `object of ${userName}`,
        userName,
        active: true,
        displayName: 'New Person',
        emails: [{ primary: true, type: 'work', value: userName }],
      });
      ours.push({ userName, scimId, stays: userName !== people[0] });
    }
    this.people.push(...ours);
    const members = ours.map(({ scimId }) => ({ $ref: null, value: scimId }));
    await this.scim.repeated('PATCH', `/Groups/${this.groupId}`, operation('Add', 'members', members));
    for (const { scimId, userName, stays } of ours) {
      await this.scim.repeated('PATCH', `/Users/${scimId}`, operation('Replace', 'displayName', nameOf(userName)));
      if (!stays) await this.deactivate(scimId);
    }
  }

  private async deactivate(scimId: string): Promise<void> {
    await this.scim.repeated('PATCH', `/Users/${scimId}`, operation('Replace', 'active', 'False'));
  }

  /** Checks what the batch was to leave behind. */
  async check(): Promise<void> {
    await this.checkPeople();
    await this.checkLeavers();
    await this.checkLog();
    for (const each of this.scim.unexpected) this.stage.expect(`a request was answered otherwise: ${each}`, false);
  }

  private async checkPeople(): Promise<void> {
    const { stage } = this;
    const read = () =>
      stage.world.records.rows<{ userName: string; name: string; active: boolean; isPlaced: boolean; isIn: boolean }>(
        `select s.user_name as "userName", u.full_name as name, u.active, u.role = 'manager' and u.team_id = $2 as "isPlaced",
           exists (select from users.scim_group_members where group_id = $3 and user_id = u.id) as "isIn"
         from users.users u join users.scim_users s on s.user_id = u.id
         where u.email like '%@' || $1 order by u.id`,
        [this.domain, this.teamId, this.groupId],
      );
    // Roles and teams follow a moment after the answer.
    await eventually(
      async () => {
        if ((await read()).some(({ isPlaced }) => !isPlaced)) throw new Error('Some wait for role and team');
      },
      { within: settleWithin },
    ).catch(() => undefined);
    const rows = await read();
    stage.expect(
      `${rows.length} people exist of ${chunks * perChunk}, each once`,
      rows.length === chunks * perChunk && new Set(rows.map(({ userName }) => userName)).size === rows.length,
    );
    for (const { userName, stays } of this.people) {
      const row = rows.find((each) => each.userName === userName);
      const isRight = row && row.name === nameOf(userName) && row.active === stays && row.isPlaced && row.isIn;
      stage.expect(`${userName} is as acknowledged: ${JSON.stringify(row)}`, Boolean(isRight));
    }
  }

  private async checkLeavers(): Promise<void> {
    const { world } = this.stage;
    for (const { id, api } of this.leavers) {
      const { status } = await api.fetch('/api/user');
      this.stage.expect(`the session of leaver ${id} has ended: ${status}`, status === 401);
    }
    const ids = this.leavers.map(({ id }) => id);
    const waiting = async () => {
      const [row] = await world.records.rows<{ leads: number; tasks: number }>(
        `select (select count(*)::int from leads.user_businesses where user_id = any($1)) as leads,
           (select count(*)::int from users.provisioning_tasks where user_id = any($1)) as tasks`,
        [ids],
      );
      return row!;
    };
    // A task whose process was killed is due again after a minute.
    await eventually(
      async () => {
        const { leads: left, tasks } = await waiting();
        if (left + tasks > 0) throw new Error('Leads wait for their hand-over');
      },
      { within: settleWithin },
    ).catch(() => undefined);
    const { leads: left, tasks } = await waiting();
    this.stage.expect(`no lead stays with a leaver: ${left}, ${tasks} tasks`, left + tasks === 0);
    const [moved] = await world.records.rows<{ leads: number; jobs: number }>(
      `select (select count(*)::int from leads.user_businesses where import_id = $1 and user_id = $2) as leads,
         (select count(*)::int from leads.bulk_jobs where id > $3 and action = 'reassign' and not direct) as jobs`,
      [this.imported.id, world.user(administrator).id, this.lastJob],
    );
    const isOnce = moved!.jobs === this.leavers.length;
    this.stage.expect(`${moved!.jobs} hand-overs for ${this.leavers.length} leavers`, isOnce);
    const { wanted } = this.imported.file;
    this.stage.expect(`${moved!.leads} leads moved of ${wanted}`, moved!.leads === wanted);
  }

  private async checkLog(): Promise<void> {
    const { stage, scim } = this;
    const rows = await stage.world.records.rows<LogRow>(
      `select user_id as "userId", details from users.provider_sign_ins where provider = $1 and kind = 'scim'`,
      [this.provider],
    );
    const times = (id: number, text: string) =>
      rows.filter(({ userId, details }) => userId === id && details.includes(text)).length;
    for (const { scimId, stays } of this.people) {
      const id = Number(scimId);
      const [made, renamed, ended] = [times(id, created), times(id, 'changed the name'), times(id, deactivated)];
      const isRight = made === 1 && renamed === 1 && ended === (stays ? 0 : 1);
      stage.expect(`the log has the changes of ${id} once: ${made}, ${renamed}, ${ended}`, isRight);
    }
    for (const { id } of this.leavers) {
      const [ended, moved] = [times(id, deactivated), times(id, 'The leads move')];
      stage.expect(`the log has leaver ${id} once: ${ended}, ${moved}`, ended === 1 && moved === 1);
    }
    const joined = rows.filter(({ details }) => details.includes(`added ${perChunk} members`)).length;
    stage.expect(`the log has ${joined} additions to the group of ${chunks}`, joined === chunks);
    const requests = rows.filter(({ details }) => /^(POST|PATCH) /.test(details)).length;
    const isBetween = requests >= scim.acknowledged && requests <= scim.sent;
    stage.expect(`${requests} rows for ${scim.acknowledged} to ${scim.sent} requests`, isBetween);
  }

  private get domain(): string {
    return `${this.provider.split(' ')[1]}.example.com`;
  }
}

const nameOf = (userName: string) => `Renamed ${userName.split('@')[0]}`;
