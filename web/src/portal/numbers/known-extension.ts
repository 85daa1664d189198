/** What decides where a call to an extension goes, except for its forwarding. */
export interface KnownExtension {
  /** undefined: it is being created */
  id: string | undefined
  number: number
  name: string
  /** What follow-me rings; empty: it is off, or rings only the own phone. */
  followed: readonly string[]
  /** where callers go whom nobody answers, who find it busy, or no phone registered; empty: nowhere */
  noAnswer: string
  busy: string
  unavailable: string
  hasVoicemail: boolean
}

/** `findmefollow_enabled` is blank if follow-me is off. Other systems also write these. */
const offWords = ['', 'no', 'off', 'false', '0', 'disabled']

/** From the settings of an extension, stored or in a form: the destination after follow-me replaces all others. */
export function knownExtension(id: string | undefined, get: (field: string) => unknown): KnownExtension {
  const text = (field: string) => String(get(field) ?? '').trim()
  const number = text('id')
  const follows = !offWords.includes(text('findmefollow_enabled').toLowerCase())
  const after = follows ? numberIn(text('findmefollow_postdest')) : ''
  const listed = text('findmefollow_grplist')
    .split('-')
    .map((one) => one.replace(/#$/, ''))
  return {
    id,
    number: Number(number),
    name: text('name'),
    followed: follows ? [...new Set(listed)].filter((one) => one !== '' && one !== number) : [],
    noAnswer: after || numberIn(text('noanswer_dest')),
    busy: after || numberIn(text('busy_dest')),
    unavailable: after || numberIn(text('chanunavail_dest')),
    hasVoicemail:
      text('voicemail_enable') === 'yes' && !(follows && text('findmefollow_voicemail') === 'novm'),
  }
}

/** A destination of an extension may be written as `from-internal,1003,1`. */
export const numberIn = (destination: string) => /^[a-z-]+,(\d+),/.exec(destination)?.[1] ?? destination
