import { codeBlock } from '../../webhook-texts/markdown-parts.ts'
import type { Integration } from '../integration.ts'
import { printJson } from './print-json.ts'

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
