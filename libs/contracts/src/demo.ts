import { z } from 'zod';
import type { Role } from './actor.js';
import { leadStatus } from './leads/lead-fields.js';
import { activityType } from './leads/lead-records.js';
import { defineRequest } from './message.js';
import { businessResult } from './places/places.js';
import { moment } from './wire.js';

/** The demo team (docs/product/running.md#demo-data), with one password, never where others can reach it. */
export const demoPassword = 'Demo1234';
export const demoAccounts: { username: string; fullName: string; role: Role; monthlyGoal: number }[] = [
  { username: 'admin', fullName: 'Dana Whitfield', role: 'admin', monthlyGoal: 50 },
  { username: 'maria', fullName: 'Maria Castellanos', role: 'manager', monthlyGoal: 60 },
  { username: 'sam', fullName: 'Sam Okafor', role: 'user', monthlyGoal: 100 },
  { username: 'alex', fullName: 'Alexandra Lindqvist', role: 'user', monthlyGoal: 80 },
];

export const demoAddress = (username: string) => `${username}@leadfinder.example`;

export const pastLead = z.object({
  businessId: z.int(),
  userId: z.int(),
  status: leadStatus,
  assignedBy: z.int(),
  assignedAt: moment,
  contactedAt: moment.nullable(),
  viewed: z.boolean(),
  archived: z.boolean(),
  existingCustomer: z.boolean(),
  notes: z.string(),
  tags: z.array(z.string()),
  contactPerson: z.string().nullable(),
  email: z.string().nullable(),
  activities: z.array(
    z.object({ type: activityType, description: z.string(), at: moment, scheduledAt: moment.nullable() }),
  ),
});
export type PastLead = z.infer<typeof pastLead>;

/** Adds leads with their history and status events; skips a pair of user and business that exists. */
export const addPastLeads = defineRequest('leads.add-past-leads', {
  access: 'service',
  input: z.object({ leads: z.array(pastLead).max(200) }),
  output: z.object({ added: z.int() }),
  deadlineMs: 30_000,
});

export const sampleBusinesses = defineRequest('places.sample-businesses', {
  access: ['admin'],
  input: z.object({ businessType: z.string(), location: z.string(), count: z.int().min(1).max(100) }),
  output: z.object({ businesses: z.array(businessResult) }),
});
