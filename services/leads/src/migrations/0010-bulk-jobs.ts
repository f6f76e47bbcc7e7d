import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `bulk_job_pieces` has chunks of lead ids, `bulk_job_images` the state of leads before the job. */
export class BulkJobs1700000010000 implements MigrationInterface {
  name = 'BulkJobs1700000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_jobs (
        id int generated always as identity primary key,
        action text not null check (action in ('delete', 'archive', 'restore', 'update-status', 'reassign')),
        status text not null default 'running'
          check (status in ('running', 'cancelling', 'cancelled', 'completed', 'failed', 'undoing', 'undone')),
        actor jsonb not null,
        actor_id int not null,
        to_status text,
        new_user_id int,
        notes text,
        total int not null,
        done int not null default 0,
        failed int not null default 0,
        undone int not null default 0,
        kept int not null default 0,
        undone_by jsonb,
        -- The last lead id that the undo has processed.
        undone_to int not null default 0,
        created_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index bulk_jobs_of_actor on bulk_jobs (actor_id, id desc);
      create index bulk_jobs_unfinished on bulk_jobs (id) where status in ('running', 'cancelling', 'undoing');

      create table bulk_job_pieces (
        job_id int not null references bulk_jobs on delete cascade,
        piece int not null,
        lead_ids int[] not null,
        primary key (job_id, piece)
      );

      create table bulk_job_images (
        job_id int not null references bulk_jobs on delete cascade,
        lead_id int not null,
        -- The revision after the job.
        revision int not null,
        user_id int not null,
        status text not null,
        archived boolean not null,
        archived_at timestamptz,
        assigned_at timestamptz not null,
        viewed boolean not null,
        first_contact_at timestamptz,
        undone boolean,
        primary key (job_id, lead_id)
      );

      -- The time of the entry, written while the lead is locked. The start of its transaction may be earlier than that of
      -- an earlier entry.
      alter table assignment_history alter column changed_at set default clock_timestamp();
      alter table lead_changes alter column changed_at set default clock_timestamp();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
