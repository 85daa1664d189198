import type { PersonExportPart } from '../../chat/chat-platform.ts'
import { safeName } from '../../platform/files/safe-name.ts'
import { placeOfFile } from '../../telephony/files/contents/keep-content.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { callPartiesTable } from '../../telephony/phones/calls/calls-table.ts'
import { hasTalked } from '../../telephony/phones/calls/has-talked.ts'
import { placeOfCallRecording } from '../../telephony/phones/calls/recordings/receive-call-recording.ts'
import { findCompanyRecordingRules } from '../../telephony/phones/calls/recordings/recording-rules.ts'
import { placeOfRecording } from '../../telephony/phones/pbx/place-of-recording.ts'
import { voicemailTable } from '../../telephony/phones/voicemail/voicemail-table.ts'
import type { Telephony } from '../../telephony/telephony.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import {
  listFaxDocuments,
  listRecordedCalls,
  phoneTables,
  readCallsOf,
  readPhoneRows,
} from './phone-rows-store.ts'

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
  for (const fax of await listFaxDocuments(read, company.id, contactId)) {
    const content = fax.content && (await telephony.contents.stream(placeOfFile(company, fax.content)))
    if (content) yield { name: `files/fax-${fax.id}-${safeName(fax.name)}`, content }
  }
  yield* recordingsOf(telephony, company, contactId)
}

/** What the person may hear: the company decides whether people who talked may. */
async function* recordingsOf(
  { contents, database }: Telephony,
  company: Company,
  contactId: string,
): AsyncGenerator<PersonExportPart> {
  const { read } = database
  if ((await findCompanyRecordingRules(read, company.id)).participants_listen === 0) return
  for (const id of await listRecordedCalls(read, company.id, contactId)) {
    const parties = await callPartiesTable.list(read, { company_id: company.id, call_id: id })
    if (!hasTalked(parties, contactId)) continue
    const content = await contents.stream(placeOfCallRecording(company, id))
    if (content) yield { name: `files/recording-${id}.wav`, content }
  }
}
