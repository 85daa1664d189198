import type { Integration, WebhookContext } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lines, link, paragraphs, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { missingInPayload } from '../webhook-errors.ts'
import { readBlocks } from './slack-blocks.ts'
import { readMrkdwn } from './slack-mrkdwn.ts'

/** Compatible with Slack's incoming webhooks, for programs that can post to Slack. */
export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack Incoming',
  summary: 'Accepts payloads for incoming webhooks of Slack: text, blocks and attachments.',
  setup: [
    'Where a program asks for the URL of a Slack webhook, enter this address:\n\n```\nADDRESS\n```',
    'The payload may be JSON, or a form with JSON in its field `payload`. Formatting, links, blocks and attachments are translated; people and channels of Slack are shown by name and not notified.',
  ],
  events: [],
  options: ['channels_map_to_topics'],
  translate(payload, context) {
    const content = readContent(payload)
    if (content === '') throw missingInPayload('text')
    return { ...place(payload, context), content: `${sender(payload)}${content}` }
  },
  fixtures: async () => (await import('./slack-incoming-fixtures.ts')).slackIncomingFixtures,
}

function readContent(payload: Payload): string {
  const blocks = readBlocks(payload.optionalList('blocks'))
  const text = payload.optionalText('text')
  const attachments = payload.optionalList('attachments').map(readAttachment)
  // With blocks, the text is only a fallback for notifications.
  const main = blocks === '' && text !== undefined ? readText(payload, text) : blocks
  return paragraphs([main, ...attachments])
}

const readText = (payload: Payload, text: string) =>
  payload.has('mrkdwn') && !payload.flag('mrkdwn') ? plain(text, 8000) : readMrkdwn(text)

function sender(payload: Payload): string {
  const name = payload.optionalText('username')
  const icon = /^:[\w+-]{1,60}:$/.exec(payload.optionalText('icon_emoji') ?? '')?.[0]
  const parts = [icon, name && `**${plain(name)}**`].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join(' ')}\n`
}

function place(payload: Payload, { options }: WebhookContext) {
  const channel = payload.optionalText('channel')?.replace(/^[#@]/, '')
  if (channel === undefined) return { topic: 'Slack message' }
  return options.channels_map_to_topics === 0
    ? { topic: 'Slack message', stream: channel }
    : { topic: channel }
}

function readAttachment(attachment: Payload): string {
  const text = (key: string) => attachment.optionalText(key)
  const title = text('title')
  const author = text('author_name')
  const body = text('text')
  const pretext = text('pretext')
  const shown = paragraphs([
    lines(
      pretext && readMrkdwn(pretext),
      author && link(author, text('author_link')),
      title && `**${link(title, text('title_link'))}**`,
      body && readMrkdwn(body),
    ),
    attachment.optionalList('fields').map(readField).join('\n'),
    readBlocks(attachment.optionalList('blocks')),
    lines(
      readPicture(attachment, 'image_url'),
      readPicture(attachment, 'thumb_url'),
      ...attachment.optionalList('actions').map(readAction),
    ),
    readFooter(attachment),
  ])
  return shown === '' ? plain(text('fallback') ?? '', 3000) : shown
}

function readField(field: Payload): string {
  const title = field.optionalText('title')
  const value = readMrkdwn(field.optionalLabel('value') ?? '')
  return title === undefined ? `* ${value}` : `* **${plain(title)}**: ${value}`
}

function readPicture(attachment: Payload, key: string): string {
  const url = attachment.optionalText(key)
  return url === undefined ? '' : link('image', url)
}

function readAction(action: Payload): string {
  const url = action.optionalText('url')
  return url === undefined ? '' : link(action.text('text'), url)
}

function readFooter(attachment: Payload): string {
  const footer = attachment.optionalText('footer')
  const ts = attachment.optionalLabel('ts')
  const parts = [footer && plain(footer), ts && time(Number(ts))].filter(Boolean)
  return parts.join(' · ')
}
