import { randomUUID } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { placeOfExport } from './export-place.ts'
import { announceExports } from './order-export.ts'
import { closeExport, findWaitingExport, takeExport } from './realm-export-store.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'
import { writeArchive } from './write-archive.ts'

const INTERVAL_MS = 500
/** If a process dies, another one takes over after this time. */
const LEASE_MS = 60_000
const RENEW_MS = 15_000

/** Makes pending exports one at a time, including those that a dead process left behind. */
export function startExportJobs(chat: Identity, work: BackgroundJobs): void {
  const { stopping } = work
  const holder = randomUUID()
  work.onLeader(INTERVAL_MS, 'exporting organizations', async () => {
    const row = await findWaitingExport(chat.database.read, chat.clock.now())
    if (row && !stopping.aborted) await makeExport(chat, row, holder, stopping)
  })
}

async function makeExport(
  chat: Identity,
  row: RealmExportsTable,
  holder: string,
  stopping: AbortSignal,
): Promise<void> {
  const lease = createLease(chat, row, holder)
  if (!(await lease.take())) return
  const realm = (await chat.realmsById.get(row.realm_id))!
  const close = (changes: Partial<RealmExportsTable>) =>
    chat.transact(row.realm_id, async (transaction) => {
      const isOurs = await closeExport(transaction.db, row, holder, changes)
      if (isOurs) await announceExports(chat, transaction, realm)
      return isOurs
    })
  try {
    const write = (path: string) =>
      writeArchive(chat, realm, path, { signal: stopping, onProgress: lease.keep })
    await chat.contents.fill(placeOfExport(row), write, { onChunk: lease.keep })
    // If the lease was lost, its new holder writes a file of the same name.
    await close({ finished_at: secondsOf(chat.clock) })
  } catch (error) {
    // Release the lease: the next server starts over.
    if (stopping.aborted) {
      await chat.database.write(row.realm_id, { work: ({ db }) => closeExport(db, row, holder, {}) })
      return
    }
    chat.log.error({ err: error, realm: row.realm_id, export: row.id }, 'an export failed')
    await close({ failed_at: secondsOf(chat.clock) })
  }
}

function createLease(chat: ChatPlatform, row: RealmExportsTable, holder: string) {
  const { clock, database } = chat
  let takenAt = 0
  const take = async () => {
    const now = clock.now()
    takenAt = performance.now()
    return database.write(row.realm_id, {
      work: ({ db }) => takeExport(db, row, holder, now, now + LEASE_MS),
    })
  }
  return {
    take,
    async keep() {
      if (performance.now() - takenAt < RENEW_MS) return
      if (!(await take())) throw new Error('another process is making this export')
    },
  }
}
