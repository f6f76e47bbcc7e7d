import path from 'node:path';
import type { LeadListRecord } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import { signedIn, type Api } from '../product/api.js';
import { resetLinkIn } from '../product/mail.js';

/** The data that the scenes use: that of the demo team, and additions for the states that the demo team lacks. */
export interface TourData {
  /** Addresses of profiles, by the property of the lead that a scene needs. */
  leads: Record<'full' | 'fresh' | 'imported' | 'doNotContact' | 'archived' | 'customer' | 'foreign', string>;
  /** The name of a lead with coordinates. */
  nameOnMap: string;
  /** The address of a profile may contain this number instead of the uuid. */
  numberOfLead: number;
  resetLink: string;
}

/** A business name as long as real ones can be. */
export const longName =
  'Wolfeschlegelsteinhausenbergerdorff, Featherstonehaugh & Daughters Family Orthodontics of Greater Little Rock, Incorporated';

const addressOf = (uuid: string) => `/business/uuid/${uuid}`;

/** Adds the data to a product with the demo team. Call it once, before the first scene. */
export async function addTourData(url: string, dataDir: string): Promise<TourData> {
  const [admin, sam] = [await signedIn(url, 'admin'), await signedIn(url, 'sam')];
  await importFile(admin);
  const mine = (query: string) => sam.get<LeadListRecord[]>(`/api/my-businesses?${query}&page=1&pageSize=100`);
  const one = async (leads: Promise<LeadListRecord[]>, at = 0) => (await leads)[at]!.userBusiness;
  const full = await one(mine('status=recontact&imported=false'));
  const [fresh] = await mine('status=new&imported=false');
  const doNotContact = await one(mine('status=in_progress&imported=false'));
  const imported = await one(mine(`q=${encodeURIComponent(longName)}`));
  const customers = mine('existingCustomers=true&hideClosed=false');
  const customer = (await customers).find(({ userBusiness }) => userBusiness.existingCustomer)!.userBusiness;
  const others = admin.get<LeadListRecord[]>('/api/admin/all-assignments?page=1&pageSize=100');
  const foreign = (await others).find(({ user }) => user?.username === 'alex')!.userBusiness;
  await fillProfile(admin, sam, full.id);
  await fillPool(sam, (await mine('status=in_progress&imported=false')).slice(-2));
  await sam.send('POST', `/api/business-tag/${doNotContact.id}`, { tag: 'Do not contact' });
  const filter = { q: 'Guildford' };
  await admin.send('POST', '/api/bulk-jobs', { action: 'update-status', status: 'in_progress', filter });
  await addUsers(admin);
  await assignLeads(admin);
  await lockAccount(url, 'alex');
  return {
    leads: {
      full: addressOf(full.uuid),
      fresh: addressOf(fresh!.userBusiness.uuid),
      imported: addressOf(imported.uuid),
      doNotContact: addressOf(doNotContact.uuid),
      archived: addressOf((await one(mine('archived=true'))).uuid),
      customer: addressOf(customer.uuid),
      foreign: addressOf(foreign.uuid),
    },
    numberOfLead: full.id,
    nameOnMap: fresh!.business.name,
    resetLink: await requestReset(url, dataDir),
  };
}

const header = 'Business Name,Address,State,Contact Name,Phone,Email Address,Website,User,Custom Tag';

/** A long name, two addresses in the United Kingdom, and two rows that fail. */
const rows = [
  `"${longName}","4200 Old Cantrell Road Suite 1100 North Tower, Little Rock, AR 72202, USA",AR,Bartholomew Featherstonehaugh,(501) 555-0104,reception@wolfeschlegelsteinhausenbergerdorff-orthodontics.example,orthodontics-of-greater-little-rock.example,sam,"Spring fair, Decision maker met"`,
  'Guildford Bread & Butter,"12 High Street, Guildford, Surrey, GU1 3AA, UK",,Anne Fell,01483 555010,anne@bread.example,bread.example,alex,Bakery',
  'Guildford Cycles,"3 Bridge Street, Guildford, Surrey, GU1 4RY, UK",,,,,,maria,',
  'Nowhere Known,,,,,,,unknown-user,',
  'Broken Address Book,"1 Main St, Austin, TX 78701, USA",TX,Pat,(512) 555-0100,not-an-address,,sam,',
];

/** The CSV file that `addTourData` imports. The scenes of the import page upload it too. */
export const importedFile = {
  name: 'spring-fair-2026-leads-of-the-regional-trade-show.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\r\n')),
};

async function importFile(admin: Api): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([importedFile.buffer], { type: importedFile.mimeType }), importedFile.name);
  const answer = await admin.fetch('/api/businesses/import', { method: 'POST', body: form });
  if (answer.status !== 200)
    throw new Error(`The import of the tour's file answered ${answer.status}: ${await answer.text()}`);
}

/** Gives one lead every kind of activity, a follow-up, a note, tags and a history. */
async function fillProfile(admin: Api, sam: Api, id: number): Promise<void> {
  const targets = await admin.get<{ id: number; username: string }[]>('/api/users-for-reassignment');
  const idOf = (username: string) => targets.find((user) => user.username === username)!.id;
  const reassign = (username: string, notes: string) =>
    admin.send('POST', `/api/reassign-business/${id}`, { newUserId: idOf(username), notes });
  await reassign('maria', 'Sam is on holiday until the 9th.');
  await reassign('sam', 'Back again; the owner asked for Sam by name.');
  const activities = [
    { type: 'email', notes: 'Sent the price list and a case study.' },
    {
      type: 'meeting',
      notes: 'Met on site, walked through the rooms. They want to see the larger model before they decide.',
    },
    { type: 'note', notes: 'Sign on the door: the practice moved to the second floor.' },
    {
      type: 'call',
      notes: 'Call back about the quotation for two locations.',
      scheduledOn: new Date().toISOString().slice(0, 10),
    },
  ];
  for (const activity of activities) await sam.send('POST', `/api/contact-activity/${id}`, activity);
  await sam.send('PATCH', `/api/business-notes/${id}`, {
    notes:
      'Contract with the present supplier ends in January; wants a quotation for two locations.\n\nOn site Tuesday and Thursday mornings.',
  });
  for (const tag of ['Two locations', 'Decision maker met', 'Referral'])
    await sam.send('POST', `/api/business-tag/${id}`, { tag });
  await sam.send('PATCH', `/api/business-custom-fields/${id}`, {
    customFields: { contactPerson: 'Wilhelmina Achterberg', email: 'wilhelmina.achterberg@frontdesk.example' },
  });
}

/** Two leads that Sam returned to the pool, one after a call. */
async function fillPool(sam: Api, leads: LeadListRecord[]): Promise<void> {
  for (const [at, { userBusiness }] of leads.entries()) {
    if (at === 0)
      await sam.send('POST', `/api/contact-activity/${userBusiness.id}`, {
        type: 'call',
        notes: 'Wants a price for two chairs; call back in November.',
      });
    await sam.send('POST', `/api/business/${userBusiness.id}/return-to-pool`, {
      reason: at === 0 ? 'outside_area' : 'not_reached',
      notes: 'Past the county line; mornings are best.',
    });
  }
}

/** Adds an account with long names and a deactivated one. */
async function addUsers(admin: Api): Promise<void> {
  const password = 'Green-Tractor-4';
  const accounts = [
    { username: 'bernadette.featherstonehaugh', fullName: 'Bernadette Featherstonehaugh-Villanueva', role: 'user' },
    { username: 'ruth', fullName: 'Ruth Ames', role: 'manager' },
  ];
  for (const user of accounts) {
    const email = `${user.username}@leadfinder.example`;
    const { id } = await admin.send<{ id: number }>('POST', '/api/users', {
      ...user,
      email,
      password,
      monthlyGoal: 40,
    });
    if (user.username === 'ruth') await admin.send('POST', `/api/users/${id}/set-active-status`, { active: false });
  }
}

/** Assigns leads from a search to sam, so that sam has notifications. */
async function assignLeads(admin: Api): Promise<void> {
  const search = { businessType: 'veterinarian', location: 'Boise, ID', maxResults: 5, pageSize: 20 };
  const { businesses } = await admin.send<{ businesses: { id: number }[] }>('POST', '/api/search-businesses', search);
  const users = await admin.get<{ id: number; username: string }[]>('/api/admin/users');
  const userId = users.find(({ username }) => username === 'sam')!.id;
  const batchId = crypto.randomUUID();
  for (const { id } of businesses.slice(0, 2)) {
    const lead = { userId, businessId: id, uuid: crypto.randomUUID(), status: 'new', viewed: false, archived: false };
    await admin.send('POST', '/api/assign-business', {
      ...lead,
      tags: [],
      createdBy: userId,
      notes: '',
      customFields: {},
      batchId,
    });
  }
}

async function lockAccount(url: string, username: string): Promise<void> {
  for (let failure = 0; failure < 6; failure++) {
    await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'Wrong-1234' }),
    });
  }
}

async function requestReset(url: string, dataDir: string): Promise<string> {
  await fetch(`${url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'maria@leadfinder.example' }),
  });
  return eventually(() => resetLinkIn(path.join(dataDir, 'mail')));
}
