// Writes the rights on NATS from the contracts, for Compose and Kubernetes. A spec compares the two.
import { writeFileSync } from 'node:fs';
import { natsUsersConf } from '../libs/platform/src/index.ts';

writeFileSync(new URL('../k8s/components/nats-users/users.conf', import.meta.url), natsUsersConf());
