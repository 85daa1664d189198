import { FaxLineFailure } from '../faxes/fax-line.ts'

/** What the dialplan writes when a transmission is over. */
export interface Transmission {
  readonly isComplete: boolean
  readonly pages: number
  /** in bits per second */
  readonly rate: number
  /** `T38` or `audio` */
  readonly mode: string
  /** as spandsp calls it */
  readonly reason: string
  /** how the other side calls itself */
  readonly station: string
}

/** `SUCCESS|3|14400|T38|HANGUP|+1 202 555 0199` */
export function readTransmission(text: string): Transmission {
  const [status, pages, rate, mode = '', reason = '', ...station] = text.trim().split('|')
  return {
    isComplete: status === 'SUCCESS',
    pages: Number(pages) || 0,
    rate: Number(rate) || 0,
    mode,
    reason,
    station: station.join('|'),
  }
}

/** Causes of Q.850 with which a call would always end. */
const permanentCauses = new Map([
  ['1', 'This number does not exist'],
  ['28', 'This number is not complete'],
])

/** Why a fax was not sent, in words for its sender; undefined: it was. */
export function readFailure(text: string): FaxLineFailure | undefined {
  const [status, dialStatus, cause = ''] = text.trim().split('|')
  if (status === 'LOST') return new FaxLineFailure('Asterisk cannot fetch the pages from this server', true)
  if (status === 'UNANSWERED') {
    const permanent = permanentCauses.get(cause)
    if (permanent !== undefined) return new FaxLineFailure(permanent, false)
    return new FaxLineFailure(reasons[dialStatus ?? ''] ?? 'The call could not be put through', true)
  }
  const transmission = readTransmission(text)
  return transmission.isComplete ? undefined : new FaxLineFailure(describe(transmission), true)
}

function describe({ pages, rate, station }: Transmission): string {
  if (pages > 0) return `The call broke off after ${pages === 1 ? '1 page' : `${pages} pages`}`
  return rate === 0 && station === '' ? 'No fax machine answered' : 'The call broke off before the first page'
}

const reasons: Readonly<Record<string, string>> = {
  BUSY: 'The number is busy',
  NOANSWER: 'Nobody answers at this number',
}
