import { secondsOf } from '../../../platform/clock.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import type { Identity } from '../../identity/identity.ts'
import { placeOfExport } from './export-place.ts'
import { announceExports, isPending, type QueuedExport } from './order-export.ts'
import { findExport, updateExport } from './realm-export-store.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'
import { writeArchive } from './write-archive.ts'
import { writePersonArchive } from './write-person-archive.ts'

/** After a failure of the server. */
const RETRY_MS = 60_000

/** Makes pending exports one at a time. */
export const handleExports = (chat: Identity): void =>
  chat.outbox.handle('export', {
    concurrency: 1,
    retryAfter: () => RETRY_MS,
    attempt: (entry) => makeExport(chat, entry),
  })

async function makeExport(chat: Identity, entry: OutboxEntry<QueuedExport>): Promise<void> {
  const { payload, signal, tenant } = entry
  const row = await findExport(chat.database.read, tenant, payload.exportId)
  const realm = await chat.realmsById.get(tenant)
  if (!row || !realm || !isPending(row)) return
  const close = (changes: Partial<RealmExportsTable>) =>
    chat.transact(tenant, async (transaction) => {
      // If another server makes it by now, it writes a file of the same name.
      if (!(await entry.done(transaction.db))) return
      await updateExport(transaction.db, row, changes)
      if (row.person_id === null) await announceExports(chat, transaction, realm)
    })
  try {
    const write = (path: string) =>
      row.person_id === null
        ? writeArchive(chat, realm, path, signal)
        : writePersonArchive(chat, realm, row.person_id, path, signal)
    await chat.contents.fill(placeOfExport(row), write, {
      onChunk: async () => signal.throwIfAborted(),
    })
    await close({ finished_at: secondsOf(chat.clock) })
  } catch (error) {
    // The next server starts over.
    if (signal.aborted) throw error
    chat.log.error({ err: error, realm: tenant, export: row.id }, 'an export failed')
    await close({ failed_at: secondsOf(chat.clock) })
  }
}
