import { readableTime } from '../../../platform/clock.ts'
import type { NewEntry } from '../../../platform/outbox/outbox-writer.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { type Company, companiesTable } from '../../identity/company.ts'
import { findContactByEmail } from '../../identity/contact-store.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { callPartiesTable, callsTable } from '../calls/calls-table.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import type { RecordedMessage } from '../pbx/pbx.ts'
import { receivedRecordingsTable } from '../pbx/pbx-tables.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { receiveOnce } from '../pbx/receive-once.ts'
import { voicemailAdded, voicemailView } from './voicemail-events.ts'
import type { VoicemailMail } from './voicemail-jobs.ts'
import { insertVoicemail } from './voicemail-store.ts'
import type { VoicemailTable } from './voicemail-table.ts'

/** Moves a message from the PBX to our storage. */
export async function receiveVoicemail(
  platform: TelephonyPlatform,
  recorded: RecordedMessage,
): Promise<void> {
  const { clock, contents, database, transact } = platform
  const { address, call, recording } = recorded
  const instance = await instancesTable.findBy(database.read, { domain: address.domain })
  const company = instance && (await companiesTable.find(database.read, { id: instance.company_id }))
  if (!company) return recorded.remove()
  await receiveOnce(platform, company.id, recording, recorded, async (sound, duration) => {
    const id = newObjectId(clock)
    const place = placeOfRecording(company, id)
    await contents.write(place, sound)
    const isNew = await transact(company.id, async (tx) => {
      const extension = await extensionsTable.findBy(tx.db, {
        company_id: company.id,
        instance_uuid: instance.uuid,
        number: address.number,
      })
      const known = await callsTable.findBy(tx.db, { company_id: company.id, pbx_call_id: call })
      const parties = known
        ? await callPartiesTable.list(tx.db, { company_id: company.id, call_id: known.id })
        : []
      const caller = parties.find(({ role }) => role === 'caller')
      const message = {
        company_id: company.id,
        id,
        recording,
        number: String(address.number),
        extension_id: extension?.id ?? null,
        user_id: extension?.user_id ?? null,
        instance_uuid: instance.uuid,
        from_number: caller?.number ?? '',
        from_name: caller?.name ?? '',
        call_id: known?.id ?? null,
        is_read: 0,
        duration,
        size: sound.length,
        created_at: clock.now(),
      }
      if (!(await insertVoicemail(tx.db, message))) return false
      await receivedRecordingsTable.insertIfAbsent(tx.db, { company_id: company.id, name: recording })
      // It ended while no server was there, so that nobody knew of the message.
      if (known?.result === 'failed') {
        await callsTable.update(tx.db, { company_id: company.id, id: known.id }, { result: 'voicemail' })
        announceChanged(tx, 'call', known.id)
      }
      if (extension) {
        const mails = await voicemailMails(platform, tx.db, company, extension, message)
        await tx.outbox.addAll('voicemail_mail', mails)
      }
      announceChanged(tx, 'voicemail_message', id)
      tx.announce(voicemailAdded(company, voicemailView(message, company.public_id)))
      return true
    })
    if (!isNew) await contents.remove(place)
  })
}

/** The mails about a new message, by the settings of its extension at this moment. */
async function voicemailMails(
  { config }: TelephonyPlatform,
  db: TelephonyDb,
  company: Company,
  extension: Extension,
  message: VoicemailTable,
): Promise<NewEntry<VoicemailMail>[]> {
  const data = completeData(extension.number, extension.name, extension.data)
  const [email, pager] = [String(data.voicemail_email), String(data.voicemail_pager)]
  const options = readVoicemailOptions(String(data.voicemail_options))
  const who = callerOf(message)
  const mails: VoicemailMail[] = []
  if (isAddress(pager)) {
    mails.push({
      to: [pager],
      subject: `Voicemail from ${who}`,
      text: `${who} left a message of ${secondsOf(message)} for ${message.number}.\n`,
      attaches: false,
      deletes: false,
    })
  }
  if (isAddress(email)) {
    const recipient = await findContactByEmail(db, company.id, email)
    const time = readableTime(message.created_at, recipient?.profile.timezone)
    mails.push({
      to: [email],
      subject: `Voicemail from ${who} (${secondsOf(message)})`,
      text: describe(message, options, time, `${config.publicUrl}/portal/voicemail`),
      attaches: options.attach,
      // Without the recording the mail is no replacement for the message.
      deletes: options.attach && options.delete,
    })
  }
  return mails.map((payload) => ({ lane: message.id, payload }))
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
    ...(attach && options.delete ? [] : ['Listen to it:', link, '']),
  ].join('\n')
}

const callerOf = ({ from_name, from_number }: VoicemailTable) =>
  [from_name, from_number].filter((text) => text !== '').join(', ') || 'an unknown number'

const secondsOf = ({ duration }: VoicemailTable) => (duration === 1 ? '1 second' : `${duration} seconds`)

/** A pager can be anything. */
const isAddress = (text: string) => /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/.test(text)

interface VoicemailOptions {
  /** The mail carries the recording. */
  readonly attach: boolean
  /** The message is deleted once it is mailed. */
  readonly delete: boolean
}

/** `attach=yes|saycid=no|envelope=no|delete=no`; what is not named has its default. */
function readVoicemailOptions(text: string): VoicemailOptions {
  const values = new Map(
    text.split(/[|,]/).map((option) => {
      const [name = '', value = ''] = option.split('=')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
  return { attach: values.get('attach') !== 'no', delete: values.get('delete') === 'yes' }
}
