// Preloaded into one process of the built product. Ends the process with SIGKILL when it reaches the failpoint FAILPOINT for
// the FAILPOINT_AT-th time. Production code contains no failpoints: this file wraps methods of the built classes.
const built = new URL('../../../../', import.meta.url);
const load = (file) => import(new URL(file, built).href);

let left = Number(process.env.FAILPOINT_AT ?? 1);
function crash() {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** Replaces a method of a class by `make(original)`. */
async function replace(file, name, method, make) {
  const { prototype } = (await load(file))[name];
  if (typeof prototype[method] !== 'function') throw new Error(`${name} has no method ${method}`);
  prototype[method] = make(prototype[method]);
}

/** Ends the process when the method has done its work, before the caller gets the result. */
const after = (original) =>
  async function (...given) {
    const result = await original.apply(this, given);
    crash();
    return result;
  };
const before = (original) =>
  async function (...given) {
    crash();
    return original.apply(this, given);
  };

const jetStreamEvents = ['libs/platform/dist/events/jetstream-events.js', 'JetStreamEvents'];
const leadRepository = ['services/leads/dist/lead/lead.repository.js', 'LeadRepository'];
const planChange = ['services/leads/dist/distribution/plan-change.js', 'PlanChange'];
const importWakeUp = ['services/imports/dist/worker/import.processor.js', 'ImportProcessor'];

const failpoints = {
  /** NATS has the event, the outbox row is not marked yet. */
  'relay.after-publish': () => replace(...jetStreamEvents, 'publish', after),
  /** The consumer has committed, NATS has no acknowledgement yet. */
  'consumer.before-acknowledge': () =>
    replace(
      ...jetStreamEvents,
      'consume',
      (original) =>
        function (service, take) {
          return original.call(this, service, after(take));
        },
    ),
  /** The change is made but not committed. */
  'change.before-commit': () =>
    replace(
      ...leadRepository,
      'changed',
      (original) =>
        function (ref, actor, action, act) {
          const crashing = (lead) => {
            const change = act(lead);
            crash();
            return change;
          };
          return original.call(this, ref, actor, action, crashing);
        },
    ),
  /** The change is committed but not answered. */
  'change.before-answer': () => replace(...leadRepository, 'changed', after),
  /** The leads of a batch are committed, the import has no answer yet. */
  'batch.before-answer': () =>
    replace('services/leads/dist/import-batch/import-batches.js', 'ImportBatches', 'run', after),
  /** The leads of a batch are changed but not committed. */
  'update.before-commit': () =>
    replace('services/leads/dist/import-batch/updating-batch.js', 'UpdatingBatch', 'apply', after),
  /** The changes of a batch are committed, the import has no answer yet. */
  'update.before-answer': () =>
    replace('services/leads/dist/import-batch/import-batches.js', 'ImportBatches', 'update', after),
  /** Values of leads are given back but not committed. */
  'undo.before-commit': () =>
    replace('services/leads/dist/import-batch/untouched-leads.js', 'UntouchedLeads', 'undo', after),
  /** A part of an undo is committed, the import has no answer yet. */
  'undo.before-answer': () => replace('services/leads/dist/import-batch/import-undo.js', 'ImportUndo', 'run', after),
  /** The import knows how far its undo is, and its worker ends. */
  'undo.after-count': () =>
    replace('services/imports/dist/import/import.repository.js', 'ImportRepository', 'countUndone', after),
  /** The checkpoint of a batch is committed, and its worker ends. */
  'checkpoint.after-commit': () =>
    replace('services/imports/dist/import/import.repository.js', 'ImportRepository', 'checkpoint', after),
  /** The file is stored, and no import refers to it. */
  'upload.after-file': () =>
    replace('libs/platform/dist/files/jetstream-file-store.js', 'JetStreamFileStore', 'write', after),
  /** The import is recorded, and no worker is awake. */
  'upload.before-wake-up': () => replace(...importWakeUp, 'wake', before),
  /** A worker is awake, and the upload is not answered. */
  'upload.after-wake-up': () => replace(...importWakeUp, 'wake', after),
  /** The change of a provider is made and in the log, but not committed. */
  'provisioning.before-commit': () =>
    replace('services/users/dist/provider/provider-log.js', 'ProviderLog', 'add', after),
  /** The request of a provider is committed but not answered. */
  'provisioning.before-answer': () =>
    replace('services/users/dist/scim/scim-requests.js', 'ScimRequests', 'handle', after),
  /** The job that moves the leads of a leaver runs, and its task is not finished. */
  'provisioning.after-hand-over': () => replace('services/users/dist/scim/hand-over.js', 'HandOver', 'move', after),
  /** A live plan has given leads to users, but not committed. */
  'live.before-commit': () => replace(...planChange, 'apply', after),
  /** What a live plan gave is committed, and its task has not gone on. */
  'live.after-commit': async () => {
    let gave = false;
    await replace(
      ...planChange,
      'apply',
      (original) =>
        async function (...given) {
          const moved = await original.apply(this, given);
          gave ||= moved.size > 0;
          return moved;
        },
    );
    await replace(
      'services/leads/dist/distribution/live-distribution.js',
      'LiveDistribution',
      'run',
      (original) =>
        async function () {
          const more = await original.call(this);
          if (gave) crash();
          return more;
        },
    );
  },
};

await failpoints[process.env.FAILPOINT]();
