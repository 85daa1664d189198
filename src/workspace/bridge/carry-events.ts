import { readHeads } from '../../platform/database/log-head-store.ts'
import { listWorkspaces } from '../accounts/workspace-store.ts'
import type { Workspace } from '../workspace.ts'
import { listPositions } from './bridge-position-store.ts'
import { listBridgedRealms } from './bridged-number-store.ts'
import { followPhones } from './follow-phones.ts'
import { sendReplies } from './send-replies.ts'

/** One batch in each direction, for every organization in which something has happened. */
export async function carryEvents(workspace: Workspace, stopping?: AbortSignal): Promise<void> {
  const { database, telephony, log } = workspace
  const heads = await readHeads(telephony.database.read)
  const positions = await listPositions(database.read)
  const realms = await listBridgedRealms(database.read)
  for (const link of await listWorkspaces(database.read)) {
    if (stopping?.aborted) return
    const position = positions.get(link.company_id)
    const isBehind = position === undefined || position < (heads.get(link.company_id) ?? 0)
    try {
      if (isBehind) await followPhones(workspace, link, position, stopping)
      if (realms.has(link.realm_id)) await sendReplies(workspace, link, stopping)
    } catch (error) {
      // The others go on; this one is tried again.
      log.warn(
        { err: error, realm: link.realm_id },
        'the bridge between chat and phones failed; trying again',
      )
    }
  }
}
