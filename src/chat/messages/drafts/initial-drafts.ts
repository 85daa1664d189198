import type { InitialPart } from '../../people/initial-context.ts'
import { isTurnedOff } from '../privacy-setting.ts'
import { listDrafts } from './draft-store.ts'
import { viewDraft } from './draft-view.ts'

export const initialDrafts: InitialPart = async ({ db, actor }) => {
  const rows = isTurnedOff(actor.user, 'enable_drafts_synchronization')
    ? []
    : await listDrafts(db, actor.realm.id, actor.user.id)
  return { drafts: rows.map(viewDraft) }
}
