import type { Integration } from '../integration.ts'
import { link } from '../texts/markdown-parts.ts'

/** The whole message is truncated; the specification shows no other limit. */
const TITLE_LIMIT = 10_000

/** The example of this API family's documentation. */
export const helloworld: Integration = {
  name: 'helloworld',
  displayName: 'HelloWorld',
  summary: 'Greets, and links the featured article of the day. For trying out webhooks, and to copy from.',
  setup: [
    'Call the address yourself:\n\n```\ncurl "ADDRESS" --json \'{"featured_title": "Marilyn Monroe", "featured_url": "https://en.wikipedia.org/wiki/Marilyn_Monroe"}\'\n```',
  ],
  events: [],
  options: [],
  translate(payload) {
    const article = link(payload.text('featured_title'), payload.text('featured_url'), TITLE_LIMIT)
    return {
      topic: 'Hello World',
      content: `Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is **${article}**`,
    }
  },
  fixtures: async () => (await import('./helloworld-fixtures.ts')).helloworldFixtures,
}
