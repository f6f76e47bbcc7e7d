// npm run make:access
// Writes what each service may do on NATS, from the contracts, for compose and Kubernetes. A spec holds the file against
// the contracts, so this is run after a request, an event or a hint was added.
import { writeFileSync } from 'node:fs';
import { natsUsersConf } from '../libs/platform/src/index.ts';

writeFileSync(new URL('../k8s/components/nats-users/users.conf', import.meta.url), natsUsersConf());
