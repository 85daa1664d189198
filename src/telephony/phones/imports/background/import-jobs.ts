import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import type { Phones } from '../../phones.ts'
import { deleteImport, listDueImports, listImportsEndedBefore } from './extension-import-store.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'
import { noteDelay } from './note-delay.ts'
import { runImport } from './run-import.ts'

/** Checks a flag while nothing is to be done. */
const TICK_MS = 100
const INTERVAL_MS = 1000
const RETENTION_MS = 30 * 86_400_000
const DELETED_AT_ONCE = 10

/** The leader runs imports, one part of each in turn. A new leader finds them in the database. */
export function startImportJobs(phones: Phones, work: BackgroundJobs): void {
  const { clock, database, follower, leadership } = phones
  let lookAt = 0
  follower.on('import.updated', ({ payload }) => {
    if (payload.status === 'running' && payload.problem === null) lookAt = 0
  })
  work.onLeader(TICK_MS, 'running imports', async () => {
    if (clock.now() < lookAt) return
    lookAt = clock.now() + INTERVAL_MS
    for (;;) {
      const due = await listDueImports(database.read, clock.now())
      if (due.length === 0) return
      for (const running of due) {
        if (work.stopping.aborted || !leadership.isLeader) return
        await runSafely(phones, running)
      }
    }
  })
  work.onLeader(3_600_000, 'deleting old imports', () => deleteOldImports(phones))
}

/** An import that cannot go on delays no other. */
async function runSafely(phones: Phones, running: ExtensionImportsTable): Promise<void> {
  try {
    await runImport(phones, running)
  } catch (error) {
    phones.log.warn({ err: error, import: running.id }, 'an import failed; trying again')
    await noteDelay(phones, running, 'The server has failed; trying again')
  }
}

export async function deleteOldImports({ clock, database, transact }: Phones): Promise<void> {
  for (;;) {
    const old = await listImportsEndedBefore(database.read, clock.now() - RETENTION_MS, DELETED_AT_ONCE)
    for (const { company_id, id } of old)
      await transact(company_id, ({ db }) => deleteImport(db, company_id, id))
    if (old.length < DELETED_AT_ONCE) return
  }
}
