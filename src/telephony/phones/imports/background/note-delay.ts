import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { markEnded } from './end-import.ts'
import { importUpdated, importView } from './extension-import-events.ts'
import { changeRunningImport } from './extension-import-store.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** About an hour. After that, people can import the rest again. */
const MAX_ATTEMPTS = 120

/**
 * The PBX does not respond, or somebody else changes the same extensions: the import goes on later. Returns the pause in
 * milliseconds.
 */
export async function noteDelay(
  identity: Identity,
  running: ExtensionImportsTable,
  problem: string,
): Promise<number> {
  const { clock, transact } = identity
  const company = await currentCompany(identity, running.company_id)
  const attempts = running.attempts + 1
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(running.attempts, 10), MAX_PAUSE_MS)
  await transact(running.company_id, async (tx) => {
    if (company && attempts > MAX_ATTEMPTS) {
      await markEnded(identity, tx, company, running, { status: 'failed', problem })
      return
    }
    const now = clock.now()
    const after = await changeRunningImport(tx.db, running, {
      attempts,
      problem,
      updated_at: now,
    })
    if (company && after) tx.announce(importUpdated(company, importView(after, company.public_id)))
  })
  return pause
}
