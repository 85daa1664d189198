import { readHeads } from '../../platform/database/log-head-store.ts'
import { workspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { listBridgedRealms, listPositions } from './bridged-number-store.ts'
import { followPhones } from './follow-phones.ts'
import { sendReplies } from './send-replies.ts'

/**
 * One batch in each direction, for every organization in which something has happened. Returns whether there may be
 * more. One that fails does not hold up the others.
 */
export async function carryEvents(workspace: Workspace, stopping?: AbortSignal): Promise<boolean> {
  const { database, telephony, log } = workspace
  const heads = await readHeads(telephony.database.read)
  const positions = await listPositions(database.read)
  const realms = await listBridgedRealms(database.read)
  let mayBeMore = false
  let failures = 0
  for (const link of await workspacesTable.list(database.read, {})) {
    if (stopping?.aborted) return false
    const position = positions.get(link.company_id)
    const isBehind = position === undefined || position < (heads.get(link.company_id) ?? 0)
    try {
      if (isBehind && (await followPhones(workspace, link, position, stopping))) mayBeMore = true
      if (realms.has(link.realm_id) && (await sendReplies(workspace, link, stopping))) mayBeMore = true
    } catch (error) {
      failures += 1
      log.warn({ err: error, realm: link.realm_id }, 'the bridge between chat and phones failed')
    }
  }
  if (failures > 0 && !mayBeMore) throw new Error(`the bridge failed for ${failures} organizations`)
  return mayBeMore
}
