import type { IBarmanObjectStoreConfiguration } from '@kubernetes-models/cloudnative-pg/github.com/cloudnative-pg/barman-cloud/pkg/api/BarmanObjectStoreConfiguration';

/** The object of the Barman Cloud plugin of CloudNativePG, which no package describes. */
export interface ObjectStore {
  apiVersion: 'barmancloud.cnpg.io/v1';
  kind: 'ObjectStore';
  metadata: { name: string; namespace?: string };
  spec: { retentionPolicy?: string; configuration: IBarmanObjectStoreConfiguration };
}
