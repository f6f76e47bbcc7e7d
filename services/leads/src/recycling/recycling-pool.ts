import type { Actor } from '@lead-finder/contracts';
import type { Pool } from '../pool/pools.js';

/** The product moves leads in the name of the pool that gets them. */
export const asPool = ({ id, name }: Pool): Actor => ({ id, username: name, fullName: name, role: 'admin' });
