import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

/** For the user of the mailbox and the owner. Other messages are not found. */
export const voicemailToHear = (
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<VoicemailTable> => visibleVoicemail(database.read, actor, id)

export async function visibleVoicemail(db: TelephonyDb, actor: Actor, id: string): Promise<VoicemailTable> {
  const message = await voicemailTable.find(db, { company_id: actor.company.id, id })
  const viewer = viewerOf(actor, 'hear voicemail')
  if (!message || (viewer !== undefined && message.user_id !== viewer)) {
    throw notFound('There is no such voicemail message')
  }
  return message
}
