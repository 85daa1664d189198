import { randomBytes } from 'node:crypto'
import { requestText } from './connection.ts'
import { nameOf } from './fill-chat.ts'
import { pickStream } from './mix-organization.ts'
import { pick, pickWord, vocabulary } from './random.ts'

export type ActionKind = 'post' | 'switch' | 'scroll' | 'react' | 'edit' | 'search' | 'mark read' | 'presence'

/** How often, for each post. Marking as read follows from a switch. */
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

/** The state of a person's client. */
export interface Person {
  index: number
  authorization: string
  /** the stream on the screen; undefined: none yet */
  stream: string | undefined
  oldest: number
  newest: number
  lastSent: number
  /** number of the text that was sent then */
  lastTag: number
}

const emoji = ['tada', 'heart', 'smile', 'octopus', 'rocket', 'eyes', 'fire', 'clap', 'wave', 'pizza']
const narrowTo = (stream: string) =>
  encodeURIComponent(JSON.stringify([{ operator: 'stream', operand: stream }]))
const run = randomBytes(8).toString('hex')
let posts = 0

/** The text of a request; undefined: the person cannot do that yet. */
export function writeAction(
  kind: ActionKind,
  person: Person,
  random: () => number,
  tag: string,
): string | undefined {
  const headers = { authorization: person.authorization }
  const get = (query: string) =>
    requestText({ path: `/api/v1/messages?${query}&apply_markdown=true`, headers })
  switch (kind) {
    case 'post':
      return writePost(person, random, tag)
    case 'switch':
      person.stream = pickStream(person.index, random())
      return get(`anchor=first_unread&num_before=30&num_after=20&narrow=${narrowTo(person.stream)}`)
    case 'scroll':
      if (person.stream === undefined || person.oldest === 0) return undefined
      return get(`anchor=${person.oldest}&num_before=100&num_after=0&narrow=${narrowTo(person.stream)}`)
    case 'react': {
      if (person.newest === 0) return undefined
      const path = `/api/v1/messages/${person.newest}/reactions`
      return requestText({ method: 'POST', path, headers, body: `emoji_name=${pick(emoji, random())}` })
    }
    case 'edit': {
      if (person.lastSent === 0) return undefined
      const path = `/api/v1/messages/${person.lastSent}`
      return requestText({ method: 'PATCH', path, headers, body: `content=changed+to+${pickWord(random())}` })
    }
    case 'search': {
      const terms = [{ operator: 'search', operand: pick(vocabulary, random() ** 3) }]
      return get(
        `anchor=newest&num_before=50&num_after=0&narrow=${encodeURIComponent(JSON.stringify(terms))}`,
      )
    }
    case 'mark read':
      return undefined
    case 'presence': {
      const path = '/api/v1/users/me/presence'
      return requestText({
        method: 'POST',
        path,
        headers,
        body: 'status=active&ping_only=true&client=website',
      })
    }
  }
}

/** As the web app sends it (see send.ts), with a mention of a neighbour, a link and an emoji in every third message. */
function writePost({ index, authorization }: Person, random: () => number, tag: string): string {
  posts += 1
  const words = Array.from({ length: 3 + Math.floor(random() * 20) }, () => pickWord(random()))
  const neighbour = index % 2 === 0 ? index + 1 : index - 1
  const rich = `@**${nameOf(neighbour)}** https://example.com/tickets/${posts} :${pick(emoji, random())}:`
  const form = new URLSearchParams({
    type: 'stream',
    to: pickStream(index, random()),
    topic: `topic ${Math.floor(random() * 5)}`,
    content: `${tag} ${words.join(' ')}${posts % 3 === 0 ? ` ${rich}` : ''}`,
    client: 'website',
  })
  return requestText({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { authorization, 'idempotency-key': `${run}${String(posts).padStart(16, '0')}` },
    body: form.toString(),
  })
}

const UNREAD = '"flags":[]'
const MAX_MARKED = 50

/** Marks the unread messages of a page as read, as the web app does when they were on the screen. */
export function writeMark({ authorization }: Person, page: string): string | undefined {
  const ids: number[] = []
  for (let at = page.indexOf(UNREAD); at >= 0 && ids.length < MAX_MARKED; at = page.indexOf(UNREAD, at + 1)) {
    ids.push(idBefore(page, at))
  }
  if (ids.length === 0) return undefined
  return requestText({
    method: 'POST',
    path: '/api/v1/messages/flags',
    headers: { authorization },
    body: `messages=${encodeURIComponent(JSON.stringify(ids))}&op=add&flag=read`,
  })
}

/** Remembers which messages are on the screen, without parsing the page. */
export function notePage(person: Person, page: string): void {
  const first = page.indexOf(MESSAGE, page.indexOf('"messages":['))
  if (first < 0) return
  person.oldest = Number.parseInt(page.slice(first + MESSAGE.length), 10)
  person.newest = idBefore(page, page.length)
}

const MESSAGE = '{"id":'

/** Of the message that begins last before a position. People who reacted have ids, too, but inside a message. */
function idBefore(page: string, position: number): number {
  let at = page.lastIndexOf(MESSAGE, position)
  while (at > 0 && page[at - 1] !== ',' && page[at - 1] !== '[') at = page.lastIndexOf(MESSAGE, at - 1)
  return at < 0 ? 0 : Number.parseInt(page.slice(at + MESSAGE.length), 10)
}
