import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { type KnownNumber, type KnownNumbers, numberName } from './known-numbers.ts'

/** Where a call is, and where it goes from there. */
export interface CallStep {
  title: string
  detail?: string
  next: readonly { when: string; step: CallStep }[]
}

/** Follows a call from a number to its last destinations. A circle ends where it begins again. */
export function planCall(numbers: KnownNumbers, number: string, passed: readonly string[] = []): CallStep {
  if (number === '') return end(p.numbers.ends)
  const known = numbers.get(number)
  if (passed.includes(number)) return end(p.numbers.again(numberName(numbers, number)))
  if (!known) return end(showNumber(number))
  const follow = (to: string | undefined) => planCall(numbers, to ?? '', [...passed, number])
  return { title: numberName(numbers, number), ...wayOf(numbers, known, follow) }
}

const end = (title: string): CallStep => ({ title, next: [] })

type Way = Pick<CallStep, 'detail' | 'next'>

function wayOf(numbers: KnownNumbers, known: KnownNumber, follow: (to: string | undefined) => CallStep): Way {
  const { routing } = p
  switch (known.kind) {
    case 'extension': {
      const { fallback, hasVoicemail, name } = known
      const when = p.numbers.unanswered
      if (fallback !== '') return { next: [{ when, step: follow(fallback) }] }
      return { next: hasVoicemail ? [{ when, step: end(p.numbers.voicemailOf(name)) }] : [] }
    }
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
