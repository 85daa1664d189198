import type { Integration } from '../integration.ts'
import { codeBlock } from '../texts/markdown-parts.ts'

const DEPTH_LIMIT = 10

const ITEM_LIMIT = 50

const topicKeys = ['topic', 'title', 'subject']
const contentKeys = ['content', 'message', 'text', 'body']

/** For services without their own integration. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  summary:
    'Any JSON: its text as it is, or all of it as code. For scripts, and for services that have no page here.',
  setup: [
    'Send JSON from your script or service by POST to this address:\n\n```\nADDRESS\n```',
    `A text under ${contentKeys.map((key) => `\`${key}\``).join(', ')} becomes the message, in Markdown. Without one of them, the whole payload is shown as code.`,
    `A text under ${topicKeys.map((key) => `\`${key}\``).join(', ')} becomes the topic, unless the address names one.`,
  ],
  events: [],
  options: [],
  translate(payload) {
    return {
      topic: firstText(payload.value, topicKeys) ?? 'JSON',
      content: firstText(payload.value, contentKeys) ?? codeBlock(printJson(payload.value), 'json', 8000),
    }
  },
  fixtures: async () => (await import('./json-fixtures.ts')).jsonFixtures,
}

function firstText(value: unknown, keys: readonly string[]): string | undefined {
  // A list or a scalar is valid JSON too, but has none of the keys.
  const fields = new Map(Object.entries(value ?? {}))
  for (const key of keys) {
    const field = fields.get(key)
    if (typeof field === 'string' && field.trim() !== '') return field
  }
  return undefined
}

/** Readable JSON. Leaves out values that are nested too deeply or too long to read. */
export function printJson(value: unknown): string {
  return JSON.stringify(shorten(value, 0), null, 2)
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_LIMIT) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEM_LIMIT).map((item) => shorten(item, depth + 1))
    return value.length > ITEM_LIMIT ? [...items, '…'] : items
  }
  const fields = Object.entries(value)
  const shown = fields.slice(0, ITEM_LIMIT).map(([name, field]) => [name, shorten(field, depth + 1)])
  return Object.fromEntries(fields.length > ITEM_LIMIT ? [...shown, ['…', '…']] : shown)
}
