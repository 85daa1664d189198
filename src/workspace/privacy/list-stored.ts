import type { StoredKind } from '../../chat/chat-platform.ts'
import { findRetention } from '../../telephony/phones/retention/phone-retention-store.ts'
import { workspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import {
  countAudit,
  countCalls,
  countFaxes,
  countRecordings,
  countTexts,
  countVoicemail,
  type StoredRows,
} from './phones-stored-store.ts'

/** What the phones of an organization store; nothing, if it has none. */
export async function listStored({ database, telephony }: Workspace, realmId: number): Promise<StoredKind[]> {
  const link = await workspacesTable.find(database.read, { realm_id: realmId })
  if (!link) return []
  const { read } = telephony.database
  const { company_id: id } = link
  const days = await findRetention(read, id)
  const view = (kind: string, { count, bytes, oldest }: StoredRows, kept: number | null): StoredKind => ({
    kind,
    count,
    bytes,
    oldest_timestamp: secondsOrNull(oldest),
    retention_days: kept,
    retention_applied_timestamp: kept === null ? null : secondsOrNull(days.applied_at),
  })
  return [
    view('calls', await countCalls(read, id), days.calls_days),
    view('recordings', await countRecordings(read, id), days.recordings_days ?? days.calls_days),
    view('voicemail', await countVoicemail(read, id), days.voicemail_days),
    view('texts', await countTexts(read, id), days.texts_days),
    view('faxes', await countFaxes(read, id), days.faxes_days),
    view('audit', await countAudit(read, id), null),
  ]
}

const secondsOrNull = (at: number | null) => (at === null ? null : Math.floor(at / 1000))
