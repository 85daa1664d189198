import { TOPIC_LIMIT } from '../../../streams/topic-name.ts'

/** Where messages go that belong to no thread. */
export const CHANNEL_TOPIC = 'chat'

/** Threads as topics, named after the start of their first message. */
export class ThreadTopics {
  readonly #topics = new Map<string, string>()
  readonly #used = new Map<string, number>()

  find(thread: string): string | undefined {
    return this.#topics.get(thread)
  }

  /** `channel`: names are unique within it */
  begin(channel: string, thread: string, text: string): string {
    const name = shorten(text)
    const key = `${channel} ${name.toLowerCase()}`
    const number = (this.#used.get(key) ?? 0) + 1
    this.#used.set(key, number)
    const topic = number === 1 ? name : `${name} (${number})`
    this.#topics.set(thread, topic)
    return topic
  }
}

/** Leaves room for a number. */
const MAX_LENGTH = TOPIC_LIMIT - 10

/** The first line, without marks, cut between words. */
function shorten(markdown: string): string {
  const text = markdown
    .slice(0, 1000)
    .replace(/\[([^\][]{0,200})\]\([^()]{0,500}\)/g, '$1')
    .replace(/@_?\*\*([^*|]{0,100})(?:\|\d{1,15})?\*\*/g, '@$1')
    .replace(/[\\*`~#>|]/g, '')
    .trim()
  const line = text.split('\n', 1)[0]!.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= MAX_LENGTH)
    return line === '' || line.toLowerCase() === CHANNEL_TOPIC ? 'thread' : line
  const cut = characters.slice(0, MAX_LENGTH - 1).join('')
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined).trimEnd()}…`
}
