/** Jest's global tear-down: stops the servers of the set-up. */
export default async function teardown() {
  await globalThis.closeTestServers?.();
}
