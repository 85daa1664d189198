import type { FaxMessagesTable } from './fax-tables.ts'

export const faxStatuses = [
  'queued',
  'media.processed',
  'sending',
  'delivered',
  'failed',
  'received',
] as const
export type FaxStatus = (typeof faxStatuses)[number]

export interface Fax extends Omit<FaxMessagesTable, 'direction' | 'status'> {
  direction: 'inbound' | 'outbound'
  status: FaxStatus
}

/** A fax with the `internal_id` of its file, which the API shows. */
export interface FaxWithFile extends Fax {
  file_internal_id: number
}

/** Whether its status is final. */
export const isOver = ({ status }: Pick<Fax, 'status'>) =>
  status === 'delivered' || status === 'failed' || status === 'received'

/** The searchable text, in lower case. */
export const faxSearchText = (
  fax: Pick<Fax, 'from_number' | 'from_name' | 'to_number' | 'to_name' | 'subject'>,
) => [fax.from_number, fax.from_name, fax.to_number, fax.to_name, fax.subject].join('\n').toLowerCase()

const PREFIX = 'mail-'

/** The origin of a fax that came by mail: the same for the same mail. */
export const mailOrigin = (hash: string) => `${PREFIX}${hash}`

export const isFromMail = ({ origin_id: origin }: { readonly origin_id: string | null }) =>
  origin?.startsWith(PREFIX) ?? false
