import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import type { OutboxEntry } from '../../../../platform/outbox/outbox-queue.ts'
import type { Phones } from '../../phones.ts'
import { deleteImport, findImport, listImportsEndedBefore } from './extension-import-store.ts'
import { noteDelay } from './note-delay.ts'
import { runImport } from './run-import.ts'

/** After a failure of the server. */
const RETRY_MS = 1000
const RETENTION_MS = 30 * 86_400_000
const DELETED_AT_ONCE = 10

/** The leader runs imports, one part of each in turn. */
export function startImportJobs(phones: Phones, work: BackgroundJobs): void {
  phones.outbox.handle('import', {
    concurrency: 1,
    retryAfter: () => RETRY_MS,
    attempt: (entry) => continueImport(phones, entry),
  })
  work.onLeader(3_600_000, 'deleting old imports', () => deleteOldImports(phones))
}

/** Runs one part. The entry is done when the import has ended. */
async function continueImport(phones: Phones, entry: OutboxEntry<null>): Promise<void> {
  const { clock, database, log } = phones
  const running = await findImport(database.read, entry.tenant, entry.lane)
  if (running?.status !== 'running') return
  const pause = await runImport(phones, running).catch((error) => {
    log.warn({ err: error, import: running.id }, 'an import failed; trying again')
    return noteDelay(phones, running, 'The server has failed; trying again')
  })
  await database.write(entry.tenant, { work: ({ db }) => entry.postpone(db, clock.now() + pause) })
}

export async function deleteOldImports({ clock, database, transact }: Phones): Promise<void> {
  for (;;) {
    const old = await listImportsEndedBefore(database.read, clock.now() - RETENTION_MS, DELETED_AT_ONCE)
    for (const { company_id, id } of old)
      await transact(company_id, ({ db }) => deleteImport(db, company_id, id))
    if (old.length < DELETED_AT_ONCE) return
  }
}
