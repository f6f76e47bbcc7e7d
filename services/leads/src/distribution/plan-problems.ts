import type { Issue, PlanDefinition } from '@lead-finder/contracts';
import { AppError, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { FieldEntries } from '../custom-field/field-entries.js';

/** Finds what a plan names and what is gone: such a plan cannot run. */
@Injectable()
export class PlanProblems {
  constructor(
    private readonly database: Database,
    private readonly fields: FieldEntries,
  ) {}

  async reject(definition: PlanDefinition): Promise<void> {
    const problem = await this.of(definition);
    if (problem) throw new AppError('invalid', 'validation_failed', problem.message, { issues: [problem] });
  }

  async of({ source, rules, rest }: PlanDefinition): Promise<Issue | null> {
    const named = [
      ...(source.kind === 'filter' ? (source.filter.field ?? []) : []).map((field) => ({
        field,
        path: 'definition.source.filter.field',
      })),
      ...rules.flatMap(({ conditions }, rule) =>
        conditions.flatMap((each, index) =>
          each.kind === 'field'
            ? [{ field: each.field, path: `definition.rules.${rule}.conditions.${index}.field` }]
            : [],
        ),
      ),
    ];
    for (const { field, path } of named) {
      const [unknown] = await this.fields.unknown([field]);
      if (unknown) return { path, message: `There is no filter "${unknown}"` };
    }
    if (rest.kind === 'person') {
      const [person] = await this.database.query(
        'select id from assignees where id = $1 and active and deleted_at is null',
        [rest.userId],
      );
      if (!person) return { path: 'definition.rest.userId', message: 'The person for the rest is gone or inactive' };
    }
    return null;
  }
}
