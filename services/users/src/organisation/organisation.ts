import type { Actor, OutputOf, getOrganisation } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';

@Injectable()
export class Organisation {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  async read(): Promise<OutputOf<typeof getOrganisation>> {
    const [row] = await this.database.query<{ name: string }>('select name from organisation');
    return { name: row?.name ?? null };
  }

  setName(name: string, actor: Actor): Promise<{ name: string }> {
    return this.database.transaction(async () => {
      const changed = await this.database.query(
        `insert into organisation (name) values ($1)
         on conflict (sole) do update set name = excluded.name where organisation.name <> excluded.name returning 1`,
        [name],
      );
      if (changed.length > 0) await this.audit.add({ action: 'organisation_named', actor, subject: name });
      return { name };
    });
  }
}
