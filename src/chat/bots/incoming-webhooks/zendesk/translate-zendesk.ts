import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { headerOf, hmacSignature } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { lines, link, quote, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const TIME_HEADER = 'X-Zendesk-Webhook-Signature-Timestamp'

const topicOf = (id: string, subject: string) => `#${id} ${subject}`

const statusMarks: Record<string, string> = {
  new: '🆕',
  open: '🔹',
  pending: '⏳',
  hold: '⏸️',
  solved: '✅',
  closed: '✅',
}

/** `say` gets the payload and the name of the ticket. Zendesk sends no address of it. */
const onTicket =
  (say: (payload: Payload, ticket: string) => string): Translate =>
  (payload) => {
    const topic = topicOf(payload.label('detail.id'), payload.text('detail.subject'))
    return { topic, content: say(payload, plain(topic)) }
  }

/** Zendesk sends values in capitals: `SOLVED`. */
const word = (value: string | undefined) => plain((value ?? 'nothing').toLowerCase())

const change = (field: string) =>
  onTicket(
    (payload, ticket) =>
      `🔹 The ${field} of ticket ${ticket} changed from ${word(payload.optionalLabel('event.previous'))} to ${word(payload.optionalLabel('event.current'))}`,
  )

const translateComment = onTicket((payload, ticket) => {
  const comment = payload.object('event.comment')
  const author = plain(comment.optionalObject('author')?.optionalText('name') ?? 'Somebody')
  const isPublic = comment.flag('is_public')
  return lines(
    `${isPublic ? '💬' : '🔒'} ${author} ${isPublic ? 'commented on' : 'added an internal note to'} ticket ${ticket}`,
    quotePlain(comment.text('body')),
  )
})

/** What people write into a trigger, in the form that other servers of this family expect. */
const translateTrigger: Translate = (payload) => {
  const topic = topicOf(payload.label('ticket_id'), payload.text('ticket_title'))
  const url = payload.optionalText('ticket_url')
  return { topic, content: lines(`Ticket ${link(topic, url)}`, quote(payload.text('message'))) }
}

export const zendesk: Integration = {
  name: 'zendesk',
  displayName: 'Zendesk',
  summary: 'Tickets that are created, commented on and solved, or whatever your triggers say.',
  setup: [
    'In the Admin Center of Zendesk, open **Apps and integrations**, then **Webhooks**, and choose **Create webhook**.',
    'Choose **Zendesk events** and the ticket events that you want messages for. As **Endpoint URL**, enter this address, with **POST** and **JSON**:\n\n```\nADDRESS\n```',
    'To decide yourself when messages are sent, choose **Trigger or automation** instead, and let the trigger send this JSON:\n\n```json\n{\n  "ticket_id": "{{ticket.id}}",\n  "ticket_title": "{{ticket.title}}",\n  "ticket_url": "{{ticket.link}}",\n  "message": "{{ticket.latest_comment}}"\n}\n```',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['ticket.priority_changed'],
  takesForms: true,
  signature: hmacSignature({
    header: 'X-Zendesk-Webhook-Signature',
    encoding: 'base64',
    secret: 'what **Reveal secret** shows on the page of the webhook',
    signed: (request) => `${headerOf(request, TIME_HEADER)}${request.body}`,
    signedAt: (request) => Date.parse(headerOf(request, TIME_HEADER)),
  }),
  ...translateByEvent({
    displayName: 'Zendesk',
    eventOf: (payload) =>
      payload.has('ticket_title') ? 'trigger' : payload.text('type').replace(/^zen:event-type:/, ''),
    translations: {
      'ticket.created': onTicket((payload, ticket) =>
        lines(
          `🆕 New ticket ${ticket}, priority ${word(payload.optionalText('detail.priority'))}`,
          quotePlain(payload.optionalText('detail.description')),
        ),
      ),
      'ticket.status_changed': onTicket((payload, ticket) => {
        const status = payload.text('event.current').toLowerCase()
        const from = word(payload.optionalText('event.previous'))
        return `${lookUp(statusMarks, status) ?? '🔹'} Ticket ${ticket} is ${plain(status)}, and was ${from}`
      }),
      'ticket.comment_added': translateComment,
      'ticket.priority_changed': change('priority'),
      'ticket.subject_changed': change('subject'),
      'ticket.ticket_type_changed': change('type'),
      'ticket.agent_assignment_changed': onTicket(
        (_payload, ticket) => `🔹 Somebody else has ticket ${ticket} now`,
      ),
      'ticket.group_assignment_changed': onTicket(
        (_payload, ticket) => `🔹 Another group has ticket ${ticket} now`,
      ),
      'ticket.soft_deleted': onTicket((_payload, ticket) => `🗑️ Ticket ${ticket} was deleted`),
      trigger: translateTrigger,
    },
  }),
  fixtures: async () => (await import('./zendesk-fixtures.ts')).zendeskFixtures,
}
