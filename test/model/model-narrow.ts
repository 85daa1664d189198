import { hasReceived, isClosedAfterLeaving, isHistoryOpen, isOpenTo, isSubscribed } from './model-access.ts'
import {
  type ModelChat,
  type ModelMessage,
  type ModelStream,
  type ModelUser,
  markOf,
  streamNamed,
  streamOf,
  topicKey,
  userOf,
} from './model-chat.ts'
import { hasLink, matchesSearch, mentionsEveryone } from './model-content.ts'
import { isMuted, listUnread } from './model-unread.ts'

export interface Term {
  operator: string
  operand: string | number | readonly number[]
  negated?: boolean
}

type Predicate = (message: ModelMessage) => boolean

/** Messages of a narrow, ascending, visible or not. undefined: the narrow names something unknown to the user. */
export function matchNarrow(
  model: ModelChat,
  user: ModelUser,
  terms: readonly Term[],
): ModelMessage[] | undefined {
  let matching = [...model.messages.values()]
  for (const term of terms) {
    const predicate = compileTerm(model, user, term)
    if (!predicate) return undefined
    matching = matching.filter((message) => predicate(message) !== (term.negated === true))
  }
  return matching
}

/** The messages that the user may see. */
export function findInNarrow(
  model: ModelChat,
  user: ModelUser,
  terms: readonly Term[],
): ModelMessage[] | undefined {
  const open = openStreams(model, user, terms)
  return matchNarrow(model, user, terms)?.filter(
    (message) => hasReceived(model, user, message) || open.includes(message.stream),
  )
}

/** Streams whose whole history the narrow opens. */
function openStreams(model: ModelChat, user: ModelUser, terms: readonly Term[]): (number | null)[] {
  const all = model.streams.filter(({ id }) => isHistoryOpen(model, user, id))
  const states = terms.filter(({ operator, operand }) => operator === 'is' && operand !== 'resolved')
  if (states.length > 0) {
    const isOnlyStarred = states.every(({ operand, negated }) => operand === 'starred' && !negated)
    return isOnlyStarred ? all.map(({ id }) => id) : []
  }
  return terms
    .filter(({ negated }) => !negated)
    .flatMap(({ operator, operand }) => {
      if (operator === 'streams') return all.filter((stream) => isOpenTo(user, stream))
      const named = operator === 'stream' ? findNamed(model, operand) : undefined
      return named ? all.filter(({ id }) => id === named.id) : []
    })
    .map(({ id }) => id)
}

const findNamed = (model: ModelChat, operand: Term['operand']): ModelStream | undefined =>
  typeof operand === 'number' ? streamOf(model, operand) : streamNamed(model, String(operand))

function compileTerm(model: ModelChat, user: ModelUser, { operator, operand }: Term): Predicate | undefined {
  switch (operator) {
    case 'stream': {
      const stream = findNamed(model, operand)
      return stream && isKnown(model, user, stream) ? (message) => message.stream === stream.id : undefined
    }
    case 'streams':
      return ({ stream }) => {
        const found = streamOf(model, stream)
        return found !== undefined && isOpenTo(user, found)
      }
    case 'topic':
      return ({ stream, topic }) => stream !== null && topicKey(topic) === topicKey(String(operand))
    case 'sender': {
      const sender = findPerson(model, operand)
      return sender === undefined ? undefined : (message) => message.sender === sender
    }
    case 'pm-with': {
      const others = (operand as readonly number[]).map((one) => findPerson(model, one))
      const people = [...new Set([user.id, ...others])].sort((one, other) => one! - other!)
      return ({ stream, people: own }) => stream === null && own.join() === people.join()
    }
    case 'dm-including':
    case 'group-pm-with': {
      const other = findPerson(model, operand)
      const least = operator === 'group-pm-with' ? 3 : 1
      if (other === undefined) return undefined
      return ({ stream, people }) =>
        stream === null && people.length >= least && people.includes(user.id) && people.includes(other)
    }
    case 'is':
      return compileState(model, user, String(operand))
    case 'has':
      if (operand === 'reaction') return ({ reactions }) => reactions.length > 0
      return operand === 'link' ? ({ content }) => hasLink(content) : () => false
    case 'in':
      return (message) => !isMuted(user, message)
    case 'id':
      return ({ id }) => id === Number(operand)
    case 'after':
    case 'before': {
      const { lastId } = model.marks.find(({ seconds }) => isoTime(seconds) === operand)!
      return operator === 'after' ? ({ id }) => id > lastId : ({ id }) => id <= lastId
    }
    case 'search':
      return (message) => matchesSearch(message, String(operand))
    default:
      throw new Error(`The model does not know the operator ${operator}`)
  }
}

export const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Somebody who has left a stream can still look for what came to them there. */
function isKnown(model: ModelChat, user: ModelUser, stream: ModelStream): boolean {
  if (isOpenTo(user, stream) || isSubscribed(user, stream.id)) return true
  if (isClosedAfterLeaving(model, user, stream.id)) return false
  return user.joined.includes(stream.id)
}

function findPerson(model: ModelChat, operand: Term['operand']): number | undefined {
  if (operand === model.notificationBot) return model.notificationBot
  if (typeof operand === 'number') return userOf(model, operand)?.id
  return model.users.find(({ email }) => email === operand)?.id
}

function compileState(model: ModelChat, user: ModelUser, state: string): Predicate {
  switch (state) {
    case 'private':
      return ({ stream }) => stream === null
    case 'starred':
      return ({ id }) => markOf(user, id).starred
    case 'mentioned':
      return ({ id, content }) => markOf(user, id).mentioned || mentionsEveryone(content)
    case 'alerted':
      return ({ id }) => markOf(user, id).alerted
    case 'resolved':
      return ({ stream, topic }) => stream !== null && topic.startsWith('✔ ')
    case 'unread': {
      const unread = new Set(listUnread(model, user).map(({ id }) => id))
      return ({ id }) => unread.has(id)
    }
    default:
      throw new Error(`The model does not know is:${state}`)
  }
}
