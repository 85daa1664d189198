import { paragraphs } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Integration, WebhookContext } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { missingInPayload } from '../webhook-errors.ts'
import { readAttachment } from './slack-attachments.ts'
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
