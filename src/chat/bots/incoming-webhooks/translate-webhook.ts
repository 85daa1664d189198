import { referenceSyntax } from '../../markdown/reference-syntax.ts'
import {
  checkContent,
  checkTopic,
  truncateContent,
  truncateTopic,
} from '../../messages/sending/message-content.ts'
import type { Integration, Translated, WebhookContext } from './integration.ts'
import type { Payload } from './payload.ts'

/** More than a service has to say at once. */
const MESSAGE_LIMIT = 20

/** The messages that a call makes, ready to be sent: all of them fit, or none is made. */
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

/** What is said elsewhere concerns nobody here so much that all must look: such mentions are shown only. */
const withoutWildcardMentions = (content: string) => content.replace(wildcardMention, '@_$1')

const wildcardMention = new RegExp(`@(\\*\\*(?:${[...referenceSyntax.wildcards].join('|')})\\*\\*)`, 'g')
