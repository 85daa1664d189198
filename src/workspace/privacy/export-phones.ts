import type { PersonExportPart } from '../../chat/chat-platform.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { placeOfRecording } from '../../telephony/phones/pbx/place-of-recording.ts'
import { voicemailTable } from '../../telephony/phones/voicemail/voicemail-table.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { phoneTables, readCallsOf, readPhoneRows } from './phone-rows-store.ts'

/** What the phones know about an account: nothing, if it has no telephony user. */
export async function* exportPhones(
  { database, telephony }: Workspace,
  realmId: number,
  userId: number,
): AsyncGenerator<PersonExportPart> {
  const member = await workspaceMembersTable.find(database.read, { realm_id: realmId, user_id: userId })
  if (!member || member.contact_id === null) return
  const company = await currentCompany(telephony, member.company_id)
  if (!company) return
  const contactId = member.contact_id
  const { read } = telephony.database
  for (const name of Object.keys(phoneTables) as (keyof TelephonyTables)[])
    yield { name: `phones/${name}.jsonl`, rows: readPhoneRows(read, name, company.id, contactId) }
  yield { name: 'phones/calls.jsonl', rows: readCallsOf(read, company.id, contactId) }
  const voicemail = await voicemailTable.list(read, { company_id: company.id, user_id: contactId })
  for (const { id } of voicemail) {
    const content = await telephony.contents.stream(placeOfRecording(company, id))
    // Deleted in the meantime.
    if (content) yield { name: `files/voicemail-${id}.wav`, content }
  }
}
