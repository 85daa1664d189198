import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Database, With } from './database.ts'
import { reachPostgres } from './reach-postgres.ts'
import { createWriteLane, type WriteLane } from './write-lane.ts'

// int8 would arrive as text. Our ids and times stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** Each product has a schema of its own; every connection looks only there. */
export async function openPostgres<Tables>(
  url: string,
  schema: string,
  log: (error: Error) => void,
): Promise<Database<Tables>> {
  await reachPostgres(url)
  // Our questions are short, and compiling one takes longer than answering it.
  const options = `-c search_path=${schema} -c jit=off`
  const pool = new Pool({ connectionString: url, max: 10, options })
  // An idle connection that the server closes is replaced by the pool; it must not end the process.
  pool.on('error', log)
  const db = new Kysely<With<Tables>>({ dialect: new PostgresDialect({ pool }) })
  const lanes = new Map<number, WriteLane<Tables>>()
  const immediately = () => Promise.resolve()
  return {
    engine: 'postgres',
    read: db,
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((transaction) => work(transaction)),
    // A lane per tenant: a batch holds the counters of one tenant only, so two nodes cannot deadlock.
    write(tenant, job) {
      let lane = lanes.get(tenant)
      if (!lane) {
        lane = createWriteLane<Tables>(db, 'begin', immediately)
        lanes.set(tenant, lane)
      }
      return lane(job)
    },
    close: () => db.destroy(),
  }
}
