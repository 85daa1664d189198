import { readableTime } from '../../../../platform/clock.ts'
import type { Company } from '../../../identity/company.ts'
import { findContactByEmail } from '../../../identity/contact-store.ts'
import { newObjectId } from '../../../object-id.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { completeData } from '../../extension-data/extension-data.ts'
import type { Extension } from '../../extensions/extension.ts'
import type { VoicemailTable } from '../voicemail-table.ts'
import type { VoicemailMailsTable } from './voicemail-mails-table.ts'
import { readVoicemailOptions } from './voicemail-options.ts'

/** The mails about a new message, by the settings of its extension at this moment. */
export async function voicemailMails(
  { clock, config }: TelephonyPlatform,
  db: TelephonyDb,
  company: Company,
  extension: Extension,
  message: VoicemailTable,
): Promise<VoicemailMailsTable[]> {
  const data = completeData(extension.number, extension.name, extension.data)
  const [email, pager] = [String(data.voicemail_email), String(data.voicemail_pager)]
  const options = readVoicemailOptions(String(data.voicemail_options))
  const common = { company_id: company.id, message_id: message.id, attempts: 0, next_attempt_at: clock.now() }
  const who = callerOf(message)
  const mails: VoicemailMailsTable[] = []
  if (isAddress(pager)) {
    mails.push({
      ...common,
      id: newObjectId(clock),
      email: pager,
      subject: `Voicemail from ${who}`,
      body: `${who} left a message of ${secondsOf(message)} for ${message.number}.\n`,
      attaches: 0,
      deletes: 0,
    })
  }
  if (isAddress(email)) {
    const recipient = await findContactByEmail(db, company.id, email)
    const time = readableTime(message.created_at, recipient?.profile.timezone)
    mails.push({
      ...common,
      id: newObjectId(clock),
      email,
      subject: `Voicemail from ${who} (${secondsOf(message)})`,
      body: describe(message, options, time, `${config.publicUrl}/portal/voicemail`),
      attaches: options.attach ? 1 : 0,
      // Without the recording the mail is no replacement for the message.
      deletes: options.attach && options.delete ? 1 : 0,
    })
  }
  return mails
}

function describe(
  message: VoicemailTable,
  options: { attach: boolean; delete: boolean },
  time: string,
  link: string,
): string {
  const { attach } = options
  return [
    'Hello,',
    '',
    `there is a new voicemail message for extension ${message.number}.${attach ? ' It is attached.' : ''}`,
    '',
    `From:   ${callerOf(message)}`,
    `Length: ${secondsOf(message)}`,
    `Time:   ${time}`,
    '',
    ...(attach && options.delete ? [] : ['Listen to it here:', '', link, '']),
  ].join('\n')
}

const callerOf = ({ from_name, from_number }: VoicemailTable) =>
  [from_name, from_number].filter((text) => text !== '').join(', ') || 'an unknown number'

const secondsOf = ({ duration }: VoicemailTable) => (duration === 1 ? '1 second' : `${duration} seconds`)

/** A pager can be anything. */
const isAddress = (text: string) => /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/.test(text)
