import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import { conflict } from '../../../problem.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { markEnded } from './end-import.ts'
import { visibleImport } from './extension-import-access.ts'
import { type ImportView, importView } from './extension-import-view.ts'

/** What was created stays; a part in progress is undone. */
export async function cancelImport(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<ImportView> {
  const { clock, transact } = platform
  const { company } = actor
  return transact(company.id, async (tx) => {
    const running = await visibleImport(tx.db, actor, id)
    const before = importView(running, company.public_id)
    const end = { status: 'cancelled' as const, problem: null }
    const after = await markEnded(platform, tx, company, running, end)
    if (!after) throw conflict('The import has ended')
    await recordChange(tx, clock, actor, { action: 'import.cancelled', id, before, after })
    return after
  })
}
