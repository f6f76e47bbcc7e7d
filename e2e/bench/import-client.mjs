// Uploads files to the product and follows their imports.
import { setTimeout as pause } from 'node:timers/promises';

const underWay = ['queued', 'processing', 'cancelling', 'undoing'];

export function importClient(url, admin) {
  const client = {
    /** Returns the id of the import when the file is stored. */
    upload: async (blob, fields = {}, name = 'leads.csv') => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', blob, name);
      const answer = await fetch(`${url}/api/businesses/import`, {
        method: 'POST',
        body,
        headers: { cookie: admin.cookie(), prefer: 'respond-async' },
      });
      if (answer.status !== 202 && answer.status !== 200)
        throw new Error(`The upload was refused: ${await answer.text()}`);
      return (await answer.json()).importId;
    },
    record: async (id) => (await admin.get(`/api/imports/${id}`)).json(),
    ended: async (id) => {
      for (;;) {
        const record = await client.record(id);
        if (!underWay.includes(record.status)) return record;
        await pause(100);
      }
    },
    isRunning: async (id) => (await client.record(id)).status === 'processing',
    secondsFor: async (blob, fields, name) => {
      const startedAt = performance.now();
      const record = await client.ended(await client.upload(blob, fields, name));
      if (record.status !== 'completed') throw new Error(`The import ended as ${record.status}: ${record.message}`);
      return { seconds: (performance.now() - startedAt) / 1_000, record };
    },
    cancel: async (id) => {
      await admin.send('POST', `/api/imports/${id}/cancel`);
      await client.ended(id);
    },
  };
  return client;
}
