import { t } from '../../texts/texts.ts'

/** A body for the formats that are plain enough to make one by hand; other services have a test of their own. */
export function testPayload(integration: string): object | undefined {
  const text = t.integrations.testMessage
  switch (integration) {
    case 'json':
      return { topic: t.integrations.testTopic, content: text }
    case 'slack_incoming':
      return { text }
    case 'helloworld':
      return { featured_title: text, featured_url: `${location.origin}/docs/webhooks/helloworld` }
    default:
      return undefined
  }
}
