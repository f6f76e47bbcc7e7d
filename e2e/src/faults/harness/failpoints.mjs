// Loaded into one process of the built product before it starts: ends it with SIGKILL at one named moment, at the
// FAILPOINT_AT-th time that it comes there. The product itself knows no failpoints, so there is none to be reached in
// production: what stands here takes the place of a method of its built classes.
const built = new URL('../../../../', import.meta.url);
const load = (file) => import(new URL(file, built).href);

let left = Number(process.env.FAILPOINT_AT ?? 1);
function crash() {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** Puts `make(original)` in the place of a method. */
async function replace(file, name, method, make) {
  const { prototype } = (await load(file))[name];
  prototype[method] = make(prototype[method]);
}

/** Ends the process when the method's work is done, before anybody hears of it. */
const after = (original) =>
  async function (...given) {
    const answer = await original.apply(this, given);
    crash();
    return answer;
  };
const before = (original) =>
  async function (...given) {
    crash();
    return original.apply(this, given);
  };

const jetStreamEvents = ['libs/platform/dist/events/jetstream-events.js', 'JetStreamEvents'];
const leadRepository = ['services/leads/dist/lead/lead.repository.js', 'LeadRepository'];
const importBell = ['services/imports/dist/worker/import-bell.js', 'ImportBell'];

const failpoints = {
  /** NATS has the event, the outbox does not know it yet. */
  'relay.after-publish': () => replace(...jetStreamEvents, 'publish', after),
  /** What was heard is committed, NATS does not know it yet. */
  'hearing.before-acknowledge': () =>
    replace(
      ...jetStreamEvents,
      'hear',
      (original) =>
        function (service, take) {
          return original.call(this, service, after(take));
        },
    ),
  /** The change is made, and not committed. */
  'change.before-commit': () =>
    replace(
      ...leadRepository,
      'change',
      (original) =>
        function (ref, actor, action, act) {
          const crashing = (lead) => {
            const happening = act(lead);
            crash();
            return happening;
          };
          return original.call(this, ref, actor, action, crashing);
        },
    ),
  /** The change is committed, and nobody has been answered. */
  'change.before-answer': () => replace(...leadRepository, 'change', after),
  /** The leads of a batch are there, the import does not know it. */
  'batch.before-answer': () =>
    replace('services/leads/dist/import-batch/import-batches.js', 'ImportBatches', 'run', after),
  /** The checkpoint of a batch is there, its worker is not any more. */
  'checkpoint.after-commit': () =>
    replace('services/imports/dist/import/import.repository.js', 'ImportRepository', 'checkpoint', after),
  /** The file is stored, and no import knows it. */
  'upload.after-file': () =>
    replace('libs/platform/dist/files/jetstream-file-store.js', 'JetStreamFileStore', 'write', after),
  /** The import is recorded, and no worker was called. */
  'upload.before-bell': () => replace(...importBell, 'ring', before),
  /** A worker was called, and nobody has been answered. */
  'upload.after-bell': () => replace(...importBell, 'ring', after),
};

await failpoints[process.env.FAILPOINT]();
