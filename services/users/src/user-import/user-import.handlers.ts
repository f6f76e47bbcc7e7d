import {
  addUserRows,
  checkUserImport,
  getUserImport,
  inviteUser,
  listUserRows,
  openUserImport,
  startUserImport,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Database, Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { ApplyUserRows } from './apply-user-rows.js';
import { UserImportCheck } from './user-import-check.js';
import { UserImportProcessor } from './user-import.processor.js';
import { UserImportViews } from './user-import.views.js';
import { UserImports } from './user-imports.js';

/** Users by file (docs/product/teams.md#users-by-file). */
@Controller()
export class UserImportHandlers {
  constructor(
    private readonly database: Database,
    private readonly imports: UserImports,
    private readonly views: UserImportViews,
    private readonly checking: UserImportCheck,
    private readonly processor: UserImportProcessor,
    private readonly rows: ApplyUserRows,
    private readonly audit: AuditTrail,
  ) {}

  @Handle(openUserImport)
  async open({ fileName }: ParsedInputOf<typeof openUserImport>, { actor }: ActorContext) {
    return this.views.read(await this.imports.open(fileName, actor.id));
  }

  @Handle(addUserRows)
  async add({ id, rows }: ParsedInputOf<typeof addUserRows>) {
    await this.database.transaction(async () => {
      await this.imports.lock(id, ['receiving', 'checked']);
      await this.imports.setStatus(id, 'receiving');
      await this.imports.add(id, rows);
    });
    return this.views.read(id);
  }

  @Handle(checkUserImport)
  async check({ id }: ParsedInputOf<typeof checkUserImport>) {
    await this.checking.check(id);
    return this.views.read(id);
  }

  @Handle(startUserImport)
  async start({ id }: ParsedInputOf<typeof startUserImport>, { actor }: ActorContext) {
    await this.database.transaction(async () => {
      const { status } = await this.imports.lock(id, ['checked', 'running', 'completed']);
      if (status !== 'checked') return;
      await this.imports.start(id, await this.views.newTeams(id));
      const { fileName, counts } = await this.imports.read(id);
      await this.audit.add({ action: 'users_imported', actor, subject: fileName, details: { import: id, ...counts } });
      this.database.afterCommit(() => void this.processor.wake(id));
    });
    return this.views.read(id);
  }

  @Handle(getUserImport)
  read({ id }: ParsedInputOf<typeof getUserImport>) {
    return this.views.read(id);
  }

  @Handle(listUserRows)
  async list({ id, verdict, after }: ParsedInputOf<typeof listUserRows>) {
    await this.imports.read(id);
    return this.imports.rows(id, verdict, after);
  }

  @Handle(inviteUser)
  async invite({ id }: ParsedInputOf<typeof inviteUser>, { actor }: ActorContext) {
    return this.database.transaction(async () => {
      const email = await this.rows.inviteAgain(id);
      await this.audit.add({ action: 'user_invited', actor, subject: email, details: { id } });
      return { message: `Invitation sent to ${email}` };
    });
  }
}
