import { createHash } from 'node:crypto'
import type { Instance } from '../../company/instances/instance.ts'
import { type Contact, fullName } from '../../identity/contact.ts'
import { table } from '../../telephony-tables.ts'
import { completeData, type OwnData } from '../extension-data/extension-data.ts'
import { type PbxAccount, SIP_REALM } from '../pbx/pbx.ts'
import { type PhoneSettings, phoneSettingNames } from '../pbx/phone-settings.ts'
import type { ExtensionsTable } from './extensions-table.ts'
import { writeCallerId } from './outbound-caller-id.ts'

export interface Reservation {
  config_id: string
  to: string
}

export interface Extension extends Omit<ExtensionsTable, 'data' | 'outbound_callerid' | 'reserved'> {
  data: OwnData
  reserved: Reservation | null
}

export function extensionOf({ outbound_callerid: callerId, ...row }: ExtensionsTable): Extension {
  const data: OwnData = JSON.parse(row.data)
  // Older versions stored the caller id a second time, and that one counted.
  if (callerId !== null) data.outboundcid = writeCallerId(JSON.parse(callerId))
  return { ...row, data, reserved: row.reserved === null ? null : JSON.parse(row.reserved) }
}

export function extensionRow(extension: Extension): ExtensionsTable {
  const { data, reserved } = extension
  return {
    ...extension,
    data: JSON.stringify(data),
    outbound_callerid: null,
    reserved: reserved && JSON.stringify(reserved),
  }
}

/** Sorts after every name: unassigned extensions come last. */
const NOBODY = '\u{10ffff}'

/** With these columns, lists are sorted and searched without joins. */
export function searchColumns(
  { number, name, description }: Pick<Extension, 'number' | 'name' | 'description'>,
  user: Contact | undefined,
): Pick<Extension, 'user_key' | 'search_text'> {
  const who = user ? fullName(user).toLowerCase() : ''
  // The description comes last, since text that is too long is cut off.
  const words = [number, name, who, user?.email ?? '', description]
  return { user_key: user ? who : NOBODY, search_text: cut(words.join('\n').toLowerCase()) }
}

/** PostgreSQL limits an index entry to 2704 bytes. */
const MAX_SEARCHED_BYTES = 2400

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_SEARCHED_BYTES) return text
  // Drops an incomplete character at the end.
  return new TextDecoder().decode(bytes.subarray(0, MAX_SEARCHED_BYTES), { stream: true })
}

/** The account of the extension in the PBX. */
export function pbxAccountOf(
  { number, name, data }: Pick<Extension, 'number' | 'name' | 'data'>,
  { domain }: Pick<Instance, 'domain'>,
  secret: string,
): PbxAccount {
  const ha1 = createHash('md5').update(`${number}:${SIP_REALM}:${secret}`).digest('hex')
  const complete = completeData(number, name, data)
  const settings = Object.fromEntries(phoneSettingNames.map((key) => [key, String(complete[key])]))
  return { number, domain, ha1, displayName: name, settings: settings as PhoneSettings }
}

export const extensionsTable = table('extensions', ['company_id', 'id'], {
  orderBy: ['number'],
  read: extensionOf,
})
