import { createIndexOnline } from '@lead-finder/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads of a pool have a user id below zero (docs/decisions/0057-pools-own-leads.md). */
export class Pools1700000051000 implements MigrationInterface {
  name = 'Pools1700000051000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assignment_history add column if not exists reason text;
      alter table bulk_jobs add column if not exists reason text;
      alter table bulk_jobs drop constraint if exists bulk_jobs_known_action;
      alter table bulk_jobs drop constraint if exists bulk_jobs_actions;
      alter table bulk_jobs add constraint bulk_jobs_actions check (action in ('delete', 'archive', 'restore',
        'update-status', 'reassign', 'return-to-pool', 'add-tags', 'remove-tags', 'replace-tags')) not valid;
      create table if not exists pool_rule (
        sole boolean primary key default true check (sole),
        claims_a_day int not null
      );
      -- The claims of a user on the last day with one, by the user's own clock.
      create table if not exists pool_claims (
        user_id bigint primary key,
        day date not null,
        claims int not null,
        claimed_at timestamptz not null
      );
    `);
    await createIndexOnline(
      runner,
      'user_businesses_pooled',
      'on user_businesses (assigned_at desc, id desc) where user_id < 0',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
