import type { Payload } from '../payload.ts'
import { code, codeBlock, link, paragraphs, quote, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

/** A block written by Slack's own editor. */
export function readRichText(block: Payload): string {
  return paragraphs(block.list('elements').map(readElement))
}

function readElement(element: Payload): string {
  switch (element.text('type')) {
    case 'rich_text_list':
      return readList(element)
    case 'rich_text_quote':
      return quote(readSpans(element))
    case 'rich_text_preformatted':
      return codeBlock(element.list('elements').map(spanText).join(''))
    default:
      return readSpans(element)
  }
}

function readList(list: Payload): string {
  const mark = list.optionalText('style') === 'ordered' ? '1.' : '*'
  const indent = '  '.repeat(Math.max(0, Math.min(list.optionalNumber('indent') ?? 0, 8)))
  return list
    .list('elements')
    .map((item) => `${indent}${mark} ${readSpans(item)}`)
    .join('\n')
}

const readSpans = (element: Payload) => element.optionalList('elements').map(readSpan).join('')

function readSpan(span: Payload): string {
  switch (span.text('type')) {
    case 'text':
      return readText(span)
    case 'link':
      return link(span.optionalText('text') ?? span.text('url'), span.text('url'))
    case 'emoji':
      return `:${plain(span.text('name'))}:`
    case 'date':
      return time(span.number('timestamp'))
    default:
      return plain(spanText(span))
  }
}

/** Puts the marks directly at the words, and spaces outside. */
function readText(span: Payload): string {
  const whole = span.text('text').slice(0, 3000)
  const text = whole.trim()
  if (text === '') return whole
  const [before, after] = [whole.slice(0, whole.indexOf(text)), whole.slice(whole.trimEnd().length)]
  const style = span.optionalObject('style')
  const has = (name: string) => style?.flag(name) === true
  let marked = has('code')
    ? code(text)
    : text
        .split('\n')
        .map((line) => plain(line, 3000))
        .join('\n')
  if (has('strike')) marked = `~~${marked}~~`
  if (has('italic')) marked = `*${marked}*`
  if (has('bold')) marked = `**${marked}**`
  return `${before}${marked}${after}`
}

/** The label of a Slack user or channel, which does not exist here. */
function spanText(span: Payload): string {
  const named = { user: 'user_id', usergroup: 'usergroup_id', broadcast: 'range', channel: 'channel_id' }
  const type = span.text('type')
  if (!Object.hasOwn(named, type)) return span.optionalText('text') ?? span.optionalText('url') ?? ''
  return `${type === 'channel' ? '#' : '@'}${span.text(named[type as keyof typeof named])}`
}
