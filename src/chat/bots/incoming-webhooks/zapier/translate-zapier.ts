import type { Integration, Translate } from '../integration.ts'

/** The person who sets up the Zap or applet writes the message, in Markdown. */
export const translateWritten =
  (fallbackTopic: string): Translate =>
  (payload) => ({ topic: payload.optionalText('topic') ?? fallbackTopic, content: payload.text('content') })

export const zapier: Integration = {
  name: 'zapier',
  displayName: 'Zapier',
  summary: 'What you write in a Zap, with values of thousands of services.',
  setup: [
    'In Zapier, create a Zap and choose what starts it.',
    'As its action, choose **Webhooks by Zapier** and the event **POST**.',
    'As **URL**, enter this address, and as **Payload Type** choose `json`:\n\n```\nADDRESS\n```',
    'Under **Data**, add `content` with the text of the message, in Markdown, and if you like `topic`.',
    'Test the step, and publish the Zap.',
  ],
  events: [],
  options: [],
  takesForms: true,
  translate: translateWritten('Zapier'),
  fixtures: async () => (await import('./zapier-fixtures.ts')).zapierFixtures,
}
