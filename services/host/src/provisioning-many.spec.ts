import { longRun } from '@lead-finder/testing';
import { startSystem, type System } from '../test/start-system.js';

const people = longRun ? 5_000 : 100;
const atOnce = 8;

describe('a provider that provisions a whole company', () => {
  let system: System;
  beforeAll(async () => void (system = await startSystem('inside one process')), 120_000);
  afterAll(() => system?.stop());

  it(
    `creates each of ${people} people once, ${atOnce} at a time, while others sign in`,
    async () => {
      const form = { name: 'Company', issuer: 'https://id.company.example', clientId: 'lead-finder' };
      const { id } = (await system.ada.send<{ id: number }>('POST', '/api/identity-providers', form)).body;
      const made = await system.ada.send<{ token: string }>('POST', `/api/identity-providers/${id}/scim-tokens`);
      const headers = { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/scim+json' };
      const scim = (method: string, path: string, body?: unknown) =>
        system.visitor().send<{ totalResults: number }>(method, `/scim/v2${path}`, body, headers);
      await system.createUser('beside');

      let isOver = false;
      let signIns = 0;
      const signingIn = (async () => {
        for (; !isOver; signIns++) await system.visitor().signIn('beside');
      })();
      const left = Array.from({ length: people }, (_, at) => `person${at}@company.example`);
      const refused: number[] = [];
      const create = async () => {
        for (let userName = left.pop(); userName; userName = left.pop()) {
          const { status } = await scim('POST', '/Users', { userName, emails: [{ value: userName }], active: true });
          if (status !== 201) refused.push(status);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, create));
      isOver = true;
      await signingIn;
      expect(refused).toEqual([]);
      expect(signIns).toBeGreaterThan(0);
      expect((await scim('GET', '/Users?count=1')).body.totalResults).toBe(people);
    },
    longRun ? 600_000 : 60_000,
  );
});
