import type { FaxHeader } from '../../files/documents/fax-header.ts'
import type { FaxWithFile } from '../faxes/fax.ts'

const MAX_NAME_LENGTH = 40

/** What the receiver reads on each page: when, by whom and from which number it is sent. */
export function faxHeaderOf(fax: FaxWithFile, now: number, timeZone: string | undefined): FaxHeader {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone || 'UTC',
    timeZoneName: 'short',
  })
  return {
    time: format.format(now),
    sender: `${fax.from_name.slice(0, MAX_NAME_LENGTH)}  ${fax.from_number}`,
  }
}
