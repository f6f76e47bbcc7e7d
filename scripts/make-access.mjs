// npm run make:access
// Writes the NATS rights of each service from the contracts, for Compose and Kubernetes. A spec compares the file with the
// contracts, so run this after you add a request, an event or a change signal.
import { writeFileSync } from 'node:fs';
import { natsUsersConf } from '../libs/platform/src/index.ts';

writeFileSync(new URL('../k8s/components/nats-users/users.conf', import.meta.url), natsUsersConf());
