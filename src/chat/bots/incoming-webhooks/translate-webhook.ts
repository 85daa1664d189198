import { referenceSyntax } from '../../markdown/reference-syntax.ts'
import { checkContent, truncateContent } from '../../messages/message-content.ts'
import { checkTopic, truncateTopic } from '../../streams/topic-name.ts'
import type { Integration, Translated, WebhookContext } from './integration.ts'
import type { Payload } from './payload.ts'

/** More than a service sends at once. */
const MESSAGE_LIMIT = 20

/** The messages of a request, ready to send: all are valid, or none is sent. */
export function translateWebhook(
  integration: Integration,
  payload: Payload,
  context: WebhookContext,
  topic?: string,
): Translated[] {
  const translation = integration.translate(payload, context) ?? []
  const all = Array.isArray(translation) ? translation : [translation]
  return all.slice(0, MESSAGE_LIMIT).map((message: Translated) => ({
    ...message,
    topic: readableTopic(topic?.trim() || message.topic, integration),
    content: checkContent(truncateContent(withoutWildcardMentions(message.content))),
  }))
}

function readableTopic(topic: string, { displayName }: Integration): string {
  return checkTopic(truncateTopic(topic.slice(0, 1000).replace(/\s+/g, ' ').trim()) || displayName)
}

/** Messages of external services must not notify everyone: their wildcard mentions become silent. */
const withoutWildcardMentions = (content: string) => content.replace(wildcardMention, '@_$1')

const wildcardMention = new RegExp(`@(\\*\\*(?:${[...referenceSyntax.wildcards].join('|')})\\*\\*)`, 'g')
