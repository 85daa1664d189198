import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor, Author } from '../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { visibleVoicemail } from './voicemail-access.ts'
import { VoicemailSchema, type VoicemailView, voicemailUpdated, voicemailView } from './voicemail-events.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

/** Clients send whole objects back. All fields but one must be unchanged. */
const readOnly = Object.keys(VoicemailSchema.properties).filter((name) => name !== 'is_read')

export const VoicemailPatch = Type.Object(
  {
    ...Object.fromEntries(readOnly.map((name) => [name, Type.Optional(Type.Unknown())])),
    is_read: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export const updateVoicemail = (
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: Static<typeof VoicemailPatch>,
): Promise<VoicemailView> =>
  updateFoundVoicemail(platform, actor, (db) => visibleVoicemail(db, actor, id), input)

/** Changes the message that `find` finds. */
export async function updateFoundVoicemail(
  { clock, transact }: TelephonyPlatform,
  author: Author,
  find: (db: TelephonyDb) => Promise<VoicemailTable>,
  input: Static<typeof VoicemailPatch>,
): Promise<VoicemailView> {
  const { company } = author
  return transact(company.id, async (tx) => {
    const before = voicemailView(await find(tx.db), company.public_id)
    checkReadOnlyFields(input, before, readOnly)
    const { is_read: isRead = before.is_read } = input
    if (isRead === before.is_read) return before
    const { id } = before
    await voicemailTable.update(tx.db, { company_id: company.id, id }, { is_read: isRead ? 1 : 0 })
    const after = { ...before, is_read: isRead }
    await recordChange(tx, clock, author, { action: 'voicemail_message.updated', id, before, after })
    tx.announce(voicemailUpdated(company, after))
    return after
  })
}
