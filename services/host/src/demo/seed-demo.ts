import { addPastLeads, sampleBusinesses } from '@lead-finder/contracts';
import { asService, Bus, type Infrastructure } from '@lead-finder/platform';
import { pastOf } from './demo-leads.js';
import { addDemoTeam, inTheNameOf } from './demo-team.js';

const searches: [string, string][] = [
  ['dentist', 'Little Rock, AR'],
  ['plumber', 'Austin, TX'],
  ['coffee shop', 'Denver, CO'],
  ['law firm', 'Chicago, IL'],
  ['auto repair', 'Phoenix, AZ'],
  ['bakery', 'Portland, OR'],
];
const perSearch = 60;
const workers = ['sam', 'alex', 'sam', 'maria', 'sam', 'alex', 'admin'];

/** The users service's lock on the first account makes sure that this happens once. Returns false if accounts exist. */
export async function seedDemo(infrastructure: Infrastructure): Promise<boolean> {
  const bus = new Bus(infrastructure.client(), infrastructure.changeSignals, 'host');
  const team = await addDemoTeam(bus);
  if (!team) return false;
  const now = new Date();
  let n = 0;
  for (const [businessType, location] of searches) {
    const request = { businessType, location, count: perSearch };
    const { businesses } = await bus.call(sampleBusinesses, request, inTheNameOf(team.admin));
    const leads = businesses.map((business) => {
      const userId = team.ids[workers[n % workers.length]!]!;
      return pastOf(business, n++, userId, team.admin.id, now);
    });
    await bus.call(addPastLeads, { leads }, asService());
  }
  return true;
}
