import { readMrkdwn } from '../../../bots/incoming-webhooks/slack-incoming/slack-mrkdwn.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { SlackStream } from './slack-conversations.ts'
import type { SlackPeople } from './slack-people.ts'

export type SlackText = (message: ForeignRecord) => string

/** More than a message can contain. */
const LIMIT = 40_000

/** Converts the text of messages, with mentions of the people and links to the streams that they have become. */
export function createSlackText({
  people,
  streams,
}: {
  people: SlackPeople
  streams: readonly SlackStream[]
}): SlackText {
  const channels = new Map(streams.map(({ key, stream }) => [key, stream]))
  const refer = (kind: '@' | '#' | '!', id: string): string | undefined => {
    if (kind === '!') return /^(channel|here|everyone)$/.test(id) ? '@**all**' : undefined
    if (kind === '#') {
      const stream = channels.get(id)
      return stream && `#**${stream.name}**`
    }
    const person = people.find(id)
    return person && `@**${person.fullName}|${person.id}**`
  }
  const convert = (text: string) => readMrkdwn(text, { limit: LIMIT, refer })
  return (message) => {
    const texts = [message.optionalText('text')]
    // Messages of apps often have nothing else.
    for (const attachment of texts[0] === '' ? message.records('attachments') : []) {
      const parts = ['pretext', 'title', 'text'].map((name) => attachment.optionalText(name)).filter(Boolean)
      texts.push(...(parts.length > 0 ? parts : [attachment.optionalText('fallback')]))
    }
    return texts.filter(Boolean).map(convert).join('\n\n').trim()
  }
}
