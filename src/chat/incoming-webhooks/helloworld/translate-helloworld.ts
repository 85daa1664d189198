import type { Integration } from '../integration.ts'

/** The example that the documentation of this API family uses. */
export const helloworld: Integration = {
  name: 'helloworld',
  displayName: 'HelloWorld',
  summary: 'Greets, and links the featured article of the day.',
  translate(payload) {
    const title = payload.text('featured_title')
    const url = payload.text('featured_url')
    return {
      topic: 'Hello World',
      content: `Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is **[${title}](${url})**`,
    }
  },
}
