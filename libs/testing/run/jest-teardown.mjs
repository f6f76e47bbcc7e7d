/** Jest's global tear-down: stops what the global set-up started. */
export default async function teardown() {
  await globalThis.closeTestServers?.();
}
