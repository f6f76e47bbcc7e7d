// The lower bound of a request: a bare Fastify handler with one indexed query on the same database.
import Fastify from 'fastify';
import { Pool } from 'pg';

const [url, port] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 6 });
const app = Fastify();
app.get('/lead/:id', async ({ params }) => {
  const { rows } = await pool.query('select id, name, status from leads.user_businesses where id = $1', [params.id]);
  return rows;
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('listening\n');
