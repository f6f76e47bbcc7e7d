import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For bulk changes of tags. `changed_tags` compares in any case and preserves the order of the tags. */
export class BulkTags1700000026000 implements MigrationInterface {
  name = 'BulkTags1700000026000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function changed_tags(tags text[], removed text[], added text[]) returns text[]
      language sql immutable parallel safe as $$
        select array(
          select tag from unnest(tags) with ordinality as present (tag, n)
          where lower(tag) <> all (lower_all(removed)) order by n
        ) || array(
          select tag from unnest(added) with ordinality as new (tag, n)
          where lower(tag) <> all (lower_all(tags)) or lower(tag) = any (lower_all(removed)) order by n
        )
      $$;
      alter table bulk_jobs add column removed_tags text[] not null default '{}';
      alter table bulk_jobs add column added_tags text[] not null default '{}';
      alter table bulk_job_images add column tags text[];
      alter table bulk_jobs drop constraint if exists bulk_jobs_action_check;
      alter table bulk_jobs add constraint bulk_jobs_known_action check (action in ('delete', 'archive', 'restore',
        'update-status', 'reassign', 'add-tags', 'remove-tags', 'replace-tags')) not valid;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
