import type { InitialPart } from '../../people/initial-context.ts'
import { isTurnedOff } from '../privacy-setting.ts'
import { viewDraft } from './draft-events.ts'
import { draftsTable } from './drafts-table.ts'

export const initialDrafts: InitialPart = async ({ db, actor }) => {
  const rows = isTurnedOff(actor.user, 'enable_drafts_synchronization')
    ? []
    : await draftsTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })
  return { drafts: rows.map(viewDraft) }
}
