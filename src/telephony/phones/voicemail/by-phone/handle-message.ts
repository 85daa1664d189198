import { companiesTable } from '../../../identity/company.ts'
import { contactsTable } from '../../../identity/contact.ts'
import { notFound, Problem } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import type { HandledMessage } from '../../pbx/pbx.ts'
import { deleteFoundVoicemail } from '../delete-voicemail.ts'
import { updateFoundVoicemail } from '../update-voicemail.ts'
import { findVoicemailOfUser } from '../voicemail-store.ts'
import { findMailbox } from './find-mailbox.ts'

/**
 * Somebody has listened to a message by phone: it is read, or deleted, as if its user had done so in the portal. If the
 * extension has another user by now, or the message is gone or under a legal hold, nothing happens.
 */
export async function handleMessage(platform: TelephonyPlatform, event: HandledMessage): Promise<void> {
  const { read } = platform.database
  const mailbox = await findMailbox(read, event.address)
  const company = mailbox && (await companiesTable.find(read, { id: mailbox.company_id }))
  if (!company) return
  const contact =
    mailbox.user_id === null
      ? null
      : ((await contactsTable.find(read, { company_id: company.id, id: mailbox.user_id })) ?? null)
  const author = { company, contact, caller: null }
  const find = async (db: TelephonyDb) => {
    const message = await findVoicemailOfUser(db, mailbox, event.message)
    if (!message) throw notFound('There is no such voicemail message')
    return message
  }
  const done =
    event.action === 'read'
      ? updateFoundVoicemail(platform, author, find, { is_read: true })
      : deleteFoundVoicemail(platform, author, find)
  await done.catch((error) => {
    if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
  })
}
