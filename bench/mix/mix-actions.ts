import { requestText } from '../raw-connection.ts'
import { vocabulary } from '../search-corpus.ts'
import { pickStream } from './memberships.ts'

export type ActionKind = 'post' | 'switch' | 'scroll' | 'react' | 'edit' | 'search' | 'mark read' | 'presence'

/** For each post. What is left of a switch, marking what was seen as read, follows from the answer. */
const mix: readonly [ActionKind, number][] = [
  ['post', 1],
  ['switch', 6.5],
  ['scroll', 2],
  ['react', 0.13],
  ['edit', 0.04],
  ['search', 0.02],
]
const total = mix.reduce((sum, [, weight]) => sum + weight, 0)
export const SHARE_OF_POSTS = 1 / total

export function pickAction(chance: number): ActionKind {
  let rest = chance * total
  for (const [kind, weight] of mix) {
    if (rest < weight) return kind
    rest -= weight
  }
  return 'switch'
}

/** What a person's client remembers. */
export interface Person {
  index: number
  authorization: string
  /** where the person is, once there was a switch */
  stream: string | undefined
  oldest: number
  newest: number
  lastSent: number
  /** of the text that was sent then */
  lastTag: number
}

const emoji = ['tada', 'heart', 'smile', 'octopus', 'rocket', 'eyes', 'fire', 'clap', 'wave', 'pizza']
const pick = <T>(list: readonly T[], chance: number) => list[Math.floor(chance * list.length)]!
const narrowTo = (stream: string) =>
  encodeURIComponent(JSON.stringify([{ operator: 'stream', operand: stream }]))

/** The text of a request; undefined when the person cannot do that yet. */
export function writeAction(
  kind: ActionKind,
  person: Person,
  random: () => number,
  tag: string,
): string | undefined {
  const { authorization } = person
  const get = (query: string) =>
    requestText('GET', `/api/v1/messages?${query}&apply_markdown=true`, authorization)
  switch (kind) {
    case 'post': {
      const stream = pickStream(person.index, random())
      const words = Array.from({ length: 3 + Math.floor(random() * 20) }, () =>
        pick(vocabulary, random() ** 4),
      )
      const form = `type=stream&to=${stream}&topic=topic+${Math.floor(random() * 5)}&content=${tag}+${words.join('+')}`
      return requestText('POST', '/api/v1/messages', authorization, form)
    }
    case 'switch':
      person.stream = pickStream(person.index, random())
      return get(`anchor=first_unread&num_before=30&num_after=20&narrow=${narrowTo(person.stream)}`)
    case 'scroll':
      if (person.stream === undefined || person.oldest === 0) return undefined
      return get(`anchor=${person.oldest}&num_before=100&num_after=0&narrow=${narrowTo(person.stream)}`)
    case 'react': {
      if (person.newest === 0) return undefined
      const path = `/api/v1/messages/${person.newest}/reactions`
      return requestText('POST', path, authorization, `emoji_name=${pick(emoji, random())}`)
    }
    case 'edit': {
      if (person.lastSent === 0) return undefined
      const form = `content=changed+to+${pick(vocabulary, random())}`
      return requestText('PATCH', `/api/v1/messages/${person.lastSent}`, authorization, form)
    }
    case 'search': {
      const terms = [{ operator: 'search', operand: pick(vocabulary, random() ** 3) }]
      return get(
        `anchor=newest&num_before=50&num_after=0&narrow=${encodeURIComponent(JSON.stringify(terms))}`,
      )
    }
    case 'mark read':
      return undefined
    case 'presence':
      return requestText('POST', '/api/v1/users/me/presence', authorization, 'status=active&ping_only=true')
  }
}

const UNREAD = '"flags":[]'
const MOST_MARKED = 50

/** Marks what was unread in a page as read, as the web app does when it was on the screen. */
export function writeMark(person: Person, page: string): string | undefined {
  const ids: number[] = []
  for (
    let at = page.indexOf(UNREAD);
    at >= 0 && ids.length < MOST_MARKED;
    at = page.indexOf(UNREAD, at + 1)
  ) {
    ids.push(idBefore(page, at))
  }
  if (ids.length === 0) return undefined
  const form = `messages=${encodeURIComponent(JSON.stringify(ids))}&op=add&flag=read`
  return requestText('POST', '/api/v1/messages/flags', person.authorization, form)
}

/** What a page says about where the person is, without reading all of it. */
export function notePage(person: Person, page: string): void {
  const first = page.indexOf(MESSAGE, page.indexOf('"messages":['))
  if (first < 0) return
  person.oldest = Number.parseInt(page.slice(first + MESSAGE.length), 10)
  person.newest = idBefore(page, page.length)
}

const MESSAGE = '{"id":'

/** Of the message that begins last before a place; people who reacted have ids, too, but within it. */
function idBefore(page: string, place: number): number {
  let at = page.lastIndexOf(MESSAGE, place)
  while (at > 0 && page[at - 1] !== ',' && page[at - 1] !== '[') at = page.lastIndexOf(MESSAGE, at - 1)
  return at < 0 ? 0 : Number.parseInt(page.slice(at + MESSAGE.length), 10)
}
