import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import type { With, WriteJob } from './database.ts'
import { HeldSequences } from './held-sequences.ts'

export type Begin = 'begin' | 'begin immediate'

export interface LaneJob<Tables> {
  job: WriteJob<Tables, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Runs jobs in one transaction. Nearly every job that fails does so while it still checks, before it has
 * written anything: then there is nothing to undo and the others go on. Only when one fails later does the
 * batch start anew, with a savepoint around each job.
 */
export async function runBatch<Tables>(
  db: Kysely<With<Tables>>,
  begin: Begin,
  jobs: readonly LaneJob<Tables>[],
): Promise<void> {
  const settled = (await attempt(db, begin, jobs, false)) ?? (await attempt(db, begin, jobs, true))!
  for (const settle of settled) settle()
}

/** Answers with what to tell the callers, or undefined when only savepoints can help. */
async function attempt<Tables>(
  connection: Kysely<With<Tables>>,
  begin: Begin,
  jobs: readonly LaneJob<Tables>[],
  careful: boolean,
): Promise<(() => void)[] | undefined> {
  const counter = new WriteCounter()
  const db = connection.withPlugin(counter)
  const sequences = new HeldSequences<Tables>(db)
  const batch = { db, sequence: (tenant: number, name: string) => sequences.get(tenant, name) }
  const settled: (() => void)[] = []
  await sql.raw(begin).execute(db)
  try {
    for (const { job, resolve, reject } of jobs) {
      const values = sequences.remember()
      if (careful) await sql`savepoint job`.execute(db)
      counter.writes = 0
      try {
        const result = await job.work(batch)
        settled.push(() => {
          job.committed?.()
          resolve(result)
        })
      } catch (error) {
        if (careful) await sql`rollback to savepoint job`.execute(db)
        else if (counter.writes > 0 || isOfDatabase(error)) {
          await sql`rollback`.execute(db)
          return undefined
        }
        sequences.restore(values)
        settled.push(() => reject(error))
      }
      if (careful) await sql`release savepoint job`.execute(db)
    }
    await sequences.store()
    await sql`commit`.execute(db)
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
  return settled
}

/** PostgreSQL refuses everything after an error of its own, until the transaction or savepoint is undone. */
const isOfDatabase = (error: unknown) => typeof error === 'object' && error !== null && 'severity' in error

class WriteCounter implements KyselyPlugin {
  writes = 0

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    if (result.numAffectedRows !== undefined) this.writes += 1
    return result
  }
}
