import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { readEventsAfter, readHead } from '../../platform/events/event-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { TelephonyEvent } from '../../telephony/telephony-event-map.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import type { WorkspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { movePosition, startAtPosition } from './bridge-position-store.ts'
import { listBridgedNumbers } from './bridged-number-store.ts'
import type { Crossing } from './crossing.ts'
import { effectOf } from './phone-effects.ts'

/** A backlog is worked off in batches, so that other organizations are not held up. */
const READ_AT_ONCE = 500

/**
 * Applies the events of a company to the chat of its organization. The effect of an event and the new position are one
 * transaction, so each event has its effect once, whenever the process dies.
 */
export async function followPhones(
  workspace: Workspace,
  { realm_id: realmId, company_id: companyId }: WorkspacesTable,
  begun: number | undefined,
  stopping?: AbortSignal,
): Promise<void> {
  const { telephony } = workspace
  if (begun === undefined) {
    const head = await readHead(telephony.database.read, companyId)
    return workspace.transact(realmId, ({ db }) => startAtPosition(db, realmId, head))
  }
  const events = await readEventsAfter<TelephonyTables, TelephonyEvent>(
    telephony.database.read,
    companyId,
    begun,
    READ_AT_ONCE,
  )
  // After the events: a number that was tied before a text came in is found.
  const crossing = events.length > 0 && (await crossingOf(workspace, realmId, companyId))
  if (!crossing) return
  let position = begun
  for (const event of events) {
    if (stopping?.aborted) return
    const effect = await effectOf(crossing, event)
    if (!effect && event !== events.at(-1)) continue
    const from = position
    const isMoved = await workspace.transact(realmId, async (transaction) => {
      if (!(await movePosition(transaction.db, realmId, from, event.position))) return false
      await effect?.(transaction)
      return true
    })
    if (!isMoved) return
    position = event.position
  }
}

async function crossingOf(
  workspace: Workspace,
  realmId: number,
  companyId: number,
): Promise<Crossing | undefined> {
  const { read } = workspace.database
  const realm = await workspace.realmsById.get(realmId)
  const company = await currentCompany(workspace.telephony, companyId)
  if (!realm || !company) return undefined
  const bot = await findSystemBot(read, realmId)
  const ties = new Map((await listBridgedNumbers(read, realmId)).map((row) => [row.number, row]))
  return { workspace, realm, company, bot, ties }
}
