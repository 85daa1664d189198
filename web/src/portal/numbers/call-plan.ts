import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import type { KnownExtension } from './known-extension.ts'
import { type KnownNumber, numberName } from './known-numbers.ts'

/** Where a call is, and where it goes from there. */
export interface CallStep {
  title: string
  detail?: string
  next: readonly { when: string; step: CallStep }[]
  /** the extension that it is at */
  extensionId?: string | undefined
}

/** Where calls to an extension are forwarded; null: as its settings say. */
export interface KnownForwarding {
  number: string | null
  busy_number: string | null
  no_answer_number: string | null
}

/** undefined: it is not known */
export type Forwardings = (extensionId: string) => KnownForwarding | undefined

/** What has a number. */
interface KnownNumbers {
  get(number: string): KnownNumber | undefined
}

/** Follows a call from a number to its last destinations. A circle ends where it begins again. */
export function planCall(
  numbers: KnownNumbers,
  forwardings: Forwardings,
  number: string,
  passed: readonly string[] = [],
): CallStep {
  if (number === '') return end(p.numbers.ends)
  const known = numbers.get(number)
  if (passed.includes(number)) return end(p.numbers.again(numberName(numbers, number)))
  if (!known) return end(showNumber(number))
  const follow = (to: string | undefined) => planCall(numbers, forwardings, to ?? '', [...passed, number])
  const title = numberName(numbers, number)
  if (known.kind !== 'extension') return { title, ...wayOf(numbers, known, follow) }
  const { id } = known
  const forwarded = id === undefined ? undefined : forwardings(id)
  if (forwarded?.number) {
    return { title, extensionId: id, next: [{ when: p.numbers.always, step: follow(forwarded.number) }] }
  }
  const noAnswer = forwarded?.no_answer_number
  const chosen = {
    ...known,
    noAnswer: noAnswer ?? known.noAnswer,
    busy: forwarded?.busy_number ?? known.busy,
    unavailable: noAnswer ?? known.unavailable,
  }
  return { title, extensionId: id, ...wayOfExtension(numbers, chosen, follow) }
}

/** The extensions that a call passes, whose forwarding matters. */
export const extensionsOf = ({ extensionId, next }: CallStep): string[] => [
  ...(extensionId === undefined ? [] : [extensionId]),
  ...next.flatMap(({ step }) => extensionsOf(step)),
]

const end = (title: string): CallStep => ({ title, next: [] })

type Way = Pick<CallStep, 'detail' | 'next'>

type Follow = (to: string | undefined) => CallStep

/** Its phones ring, and those of follow-me; then it matters why nobody took the call. */
function wayOfExtension(numbers: KnownNumbers, known: KnownExtension, follow: Follow): Way {
  const { followed, noAnswer, busy, unavailable, hasVoicemail, name } = known
  const names = followed.map((number) => numberName(numbers, number)).join(', ')
  const detail = names === '' ? {} : { detail: p.numbers.followMe(names) }
  const last = (to: string) => (to === '' && hasVoicemail ? end(p.numbers.voicemailOf(name)) : follow(to))
  if (noAnswer === busy && noAnswer === unavailable) {
    const isEnd = noAnswer === '' && !hasVoicemail
    return { ...detail, next: isEnd ? [] : [{ when: p.numbers.unanswered, step: last(noAnswer) }] }
  }
  return {
    ...detail,
    next: [
      { when: p.numbers.unanswered, step: last(noAnswer) },
      { when: p.numbers.busy, step: last(busy) },
      { when: p.numbers.unavailable, step: last(unavailable) },
    ],
  }
}

function wayOf(
  numbers: KnownNumbers,
  known: Exclude<KnownNumber, { kind: 'extension' }>,
  follow: Follow,
): Way {
  const { routing } = p
  switch (known.kind) {
    case 'ring_group': {
      const { members, destination, mailbox, strategy = 'ringall' } = known
      const names = members.map((member) => numberName(numbers, member)).join(', ')
      const isMailbox = !destination && mailbox
      return {
        detail: `${routing.groups.strategies[strategy]}: ${names || p.numbers.nobody}`,
        next: [
          {
            when: p.numbers.unanswered,
            step: isMailbox ? end(p.numbers.voicemailOf(numberName(numbers, mailbox))) : follow(destination),
          },
        ],
      }
    }
    case 'business_hours':
      return {
        next: [
          { when: routing.hours.openDestination, step: follow(known.open_destination) },
          { when: routing.hours.closedDestination, step: follow(known.closed_destination) },
        ],
      }
    case 'conference':
      return { detail: routing.rooms.everybody, next: [] }
    case 'name_directory':
      return {
        detail: routing.directories.finds,
        next: [{ when: routing.directories.destination, step: follow(known.destination ?? '') }],
      }
    case 'queue': {
      const { members = [], destination } = known
      const names = members.map((member) => numberName(numbers, member)).join(', ')
      return {
        detail: `${routing.queues.waitFor} ${names || p.numbers.nobody}`,
        next: [{ when: routing.queues.destination, step: follow(destination) }],
      }
    }
    case 'menu': {
      const { options = [], direct_dial: dials } = known
      return {
        ...(dials && { detail: routing.menus.directDial }),
        next: [
          ...options.map(({ digit, destination }) => ({
            when: p.numbers.key(digit),
            step: follow(destination),
          })),
          { when: routing.menus.silent, step: follow(known.timeout_destination) },
          { when: routing.menus.wrong, step: follow(known.invalid_destination) },
        ],
      }
    }
  }
}
