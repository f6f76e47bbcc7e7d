import type { RecyclingRule } from '@lead-finder/contracts';
import { counted } from '@lead-finder/platform';

const are = (leads: number, of = '') => counted(leads, `lead${of} is`, `leads${of} are`);
const go = (leads: number, of = '') => counted(leads, `lead${of} goes`, `leads${of} go`);

export const remindedText = (leads: number, { remindDays }: Pick<RecyclingRule, 'remindDays'>) => ({
  title: leads === 1 ? 'Lead goes back to the pool soon' : 'Leads go back to the pool soon',
  message: `${are(leads, ' of yours')} untouched and ${leads === 1 ? 'goes' : 'go'} back to the pool in ${counted(remindDays, 'working day')}. A call, an email, a meeting or a new status keeps ${leads === 1 ? 'it' : 'them'}.`,
});

export const tonightText = (leads: number) => ({
  title: leads === 1 ? 'Lead moves tonight' : 'Leads move tonight',
  message: `${go(leads, ' of your teams')} back to the pool tonight. You can veto.`,
});

export const movedText = (leads: number) => ({
  title: leads === 1 ? 'Lead went back to the pool' : 'Leads went back to the pool',
  message: `${counted(leads, 'untouched lead')} of yours went back to the pool.`,
});
