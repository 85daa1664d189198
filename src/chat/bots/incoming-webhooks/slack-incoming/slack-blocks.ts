import type { Payload } from '../payload.ts'
import { link, paragraphs } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { readMrkdwn } from './slack-mrkdwn.ts'
import { readRichText } from './slack-rich-text.ts'

/** Converts blocks to paragraphs. Leaves out blocks without text, such as input fields. */
export function readBlocks(blocks: readonly Payload[]): string {
  return paragraphs(blocks.map(readBlock))
}

function readBlock(block: Payload): string {
  switch (block.text('type')) {
    case 'header':
      return `### ${readText(block.object('text'))}`
    case 'section':
      return readSection(block)
    case 'context':
    case 'actions':
      return block.list('elements').map(readElement).filter(Boolean).join(' · ')
    case 'divider':
      return '---'
    case 'image':
      return readImage(block)
    case 'rich_text':
      return readRichText(block)
    case 'markdown':
      return block.text('text')
    default:
      return ''
  }
}

function readSection(block: Payload): string {
  const text = block.optionalObject('text')
  const accessory = block.optionalObject('accessory')
  const fields = block.optionalList('fields').map((field) => `* ${readText(field).replaceAll('\n', ' ')}`)
  return paragraphs([text ? readText(text) : '', fields.join('\n'), accessory ? readElement(accessory) : ''])
}

/** A text, an image, or a link button. */
function readElement(element: Payload): string {
  switch (element.text('type')) {
    case 'mrkdwn':
    case 'plain_text':
      return readText(element)
    case 'image':
      return readImage(element)
    case 'button': {
      const url = element.optionalText('url')
      return url === undefined ? '' : link(element.text('text.text'), url)
    }
    default:
      return ''
  }
}

function readImage(image: Payload): string {
  const title = image.optionalText('title.text') ?? image.optionalText('alt_text') ?? 'image'
  return link(title, image.optionalText('image_url'))
}

function readText(text: Payload): string {
  if (text.optionalText('type') === 'mrkdwn') return readMrkdwn(text.text('text'))
  return plain(text.text('text'), 3000)
}
