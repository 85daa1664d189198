import { lines, link, paragraphs, time } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Payload } from '../payload.ts'
import { readBlocks } from './slack-blocks.ts'
import { readMrkdwn } from './slack-mrkdwn.ts'

export function readAttachment(attachment: Payload): string {
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
