export { pgBouncerCommand, promtoolPath, serverBinary, simpleSamlPhpFolder } from './binaries.js';
export { chromiumPath, openBrowser } from './browser.js';
export { makeAuthority, makeSigner, type Authority, type Certificate } from './certificates.js';
export {
  actorOf,
  fake,
  fakeUsers,
  serveFakes,
  startTestService,
  testActor,
  TestClock,
  testUser,
  type Branches,
  type TeamsOfPeople,
  type Fake,
  type TestService,
  type TestServiceOptions,
} from './service.js';
export { serviceDatabase } from './service-database.js';
export { eventually } from './eventually.js';
export { fetchWithCookies } from './fetch-with-cookies.js';
export { setHashCost } from './hash-cost.js';
export { freePort } from './free-port.js';
export { kubectlPath } from './kubectl.js';
export {
  madeWorkbook,
  packed,
  relation,
  relations,
  sharedXml,
  sheetXml,
  stylesXml,
  workbookXml,
  type MadeWorkbook,
} from './made-workbook.js';
export { natsAccount, sharedNatsConfig, startNats, startNatsCluster, testNats, type NatsOptions } from './nats.js';
export { startPgBouncer, type Pooler } from './pgbouncer.js';
export { startRedisCluster, startSentinelSet, type SentinelSet } from './redis-sets.js';
export { startOidcPeer, type OidcPeer, type PeerAccount } from './oidc-peer.js';
export { startPlacesStub, type PlacesStub, type PlacesStubOptions, type StubCall } from './places-stub/places-stub.js';
export { placesAt, type StubPlace } from './places-stub/stub-places.js';
export { scenes, type Scene } from './places-stub/stub-protocol.js';
export { freshDatabase, preparedDatabase, startPostgres, type PostgresOptions, type TestDatabase } from './postgres.js';
export { startPostgresPair, type PostgresPair } from './postgres-pair.js';
export { startRedis, testRedis, type RedisOptions } from './redis.js';
export { startS3, testS3 } from './s3.js';
export { startSimpleSamlPhp, type SimpleSamlPhp } from './simplesamlphp.js';
export { startSamlPeer, type SamlAccount, type SamlForm, type SamlPeer } from './saml-peer.js';
export { copyPrepared } from './prepared-folder.js';
export { longRun, runFolder, testSeed } from './run.js';
export type { TestServer } from './server.js';
export { startMailServer, type MailServer, type MailServerOptions, type ReceivedMail } from './smtp.js';
