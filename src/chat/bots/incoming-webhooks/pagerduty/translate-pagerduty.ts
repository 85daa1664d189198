import type { Integration, Translate, Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'
import { unexpectedEvent } from '../webhook-errors.ts'

const mark = { triggered: '🔥', acknowledged: '👀', resolved: '✅', other: '🔹' }

const incidentLink = (incident: Payload) =>
  link(`#${incident.label('number')} ${incident.text('title')}`, incident.optionalText('html_url'))

/** Only the title, as notes and updates refer to their incident by title. */
const topicOf = (incident: Payload) => incident.text('title')

const names = (people: readonly Payload[]) => people.map((person) => plain(person.text('summary'))).join(', ')

const translateTriggered: Translate = (payload) => {
  const incident = payload.object('event.data')
  const service = incident.optionalObject('service')
  const place = service ? ` in ${link(service.text('summary'), service.optionalText('html_url'))}` : ''
  const assignees = names(incident.optionalList('assignees'))
  const facts = [
    phrase(incident.optionalText('priority.summary'), (priority) => `priority ${priority}`),
    phrase(incident.optionalText('urgency'), (urgency) => `${urgency} urgency`),
    assignees && `assigned to ${assignees}`,
  ].filter(Boolean)
  return {
    topic: topicOf(incident),
    content: `${mark.triggered} Incident ${incidentLink(incident)} was triggered${place}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`,
  }
}

const phrase = (text: string | undefined, say: (text: string) => string) =>
  text === undefined ? '' : say(plain(text))

/** Events that only change the state of an incident. */
const translateChange =
  (kind: keyof typeof mark, verb: string): Translate =>
  (payload) => {
    const event = payload.object('event')
    const incident = event.object('data')
    return {
      topic: topicOf(incident),
      content: `${mark[kind]} Incident ${incidentLink(incident)} was ${verb}${by(event)}`,
    }
  }

const translateHandedOver =
  (verb: string): Translate =>
  (payload) => {
    const event = payload.object('event')
    const incident = event.object('data')
    const whom = names(incident.optionalList('assignees')) || 'nobody'
    return {
      topic: topicOf(incident),
      content: `${mark.other} Incident ${incidentLink(incident)} was ${verb} to ${whom}${by(event)}`,
    }
  }

const translatePriority: Translate = (payload) => {
  const event = payload.object('event')
  const incident = event.object('data')
  const setBy = phrase(by(event) || undefined, (agent) => `, set ${agent}`)
  return {
    topic: topicOf(incident),
    content: `${mark.other} Incident ${incidentLink(incident)} now has priority ${plain(incident.optionalText('priority.summary') ?? 'none')}${setBy}`,
  }
}

/** Notes, status updates and responder requests only refer to their incident, with its title as the summary. */
const translateAddition =
  (say: (who: string, user: string, incident: string) => string, textKey: string): Translate =>
  (payload) => {
    const event = payload.object('event')
    const incident = event.object('data.incident')
    const who = plain(event.optionalText('agent.summary') ?? 'Somebody')
    const user = plain(event.optionalText('data.user.summary') ?? 'somebody')
    return {
      topic: incident.text('summary'),
      content: lines(
        say(who, user, link(incident.text('summary'), incident.optionalText('html_url'))),
        quotePlain(event.optionalText(`data.${textKey}`)),
      ),
    }
  }

const translateNote = translateAddition(
  (who, _user, incident) => `${who} added a note to ${incident}`,
  'content',
)

const translateStatusUpdate = translateAddition(
  (who, _user, incident) => `${who} published an update of ${incident}`,
  'message',
)

const translateResponderAdded = translateAddition(
  (who, user, incident) => `${who} asked ${user} for help with ${incident}`,
  'message',
)

const translateResponderReplied = translateAddition(
  (_who, user, incident) => `${user} answered the call for help with ${incident}`,
  'message',
)

const verbs: Record<string, string> = {
  'incident.trigger': '🔥 triggered',
  'incident.acknowledge': '👀 acknowledged',
  'incident.unacknowledge': '🔹 no longer acknowledged',
  'incident.resolve': '✅ resolved',
  'incident.assign': '🔹 assigned',
  'incident.escalate': '🔹 escalated',
  'incident.delegate': '🔹 delegated',
  'incident.annotate': '🔹 annotated',
}

export const pagerduty: Integration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  summary: 'Incidents as they are triggered, acknowledged, handed over, annotated and resolved.',
  setup: [
    'In PagerDuty, open **Integrations**, then **Generic Webhooks (v3)**, and choose **New Webhook**.',
    'As **Webhook URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the service, the team or the whole account as **Scope Type**, and the incident events that you want messages for.',
    'Choose **Add Webhook**. To check that it works, choose **Send Test Event** on its page. Webhooks of version 2 work too, with the same address.',
  ],
  excludeExample: ['incident.responder.*'],
  signature: hmacSignature({
    header: 'X-PagerDuty-Signature',
    prefix: 'v1=',
    secret: 'what PagerDuty shows when you add the webhook',
  }),
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'PagerDuty',
    eventOf: (payload) => (payload.has('messages') ? 'messages' : payload.text('event.event_type')),
    translations: {
      'incident.triggered': translateTriggered,
      'incident.acknowledged': translateChange('acknowledged', 'acknowledged'),
      'incident.unacknowledged': translateChange('triggered', 'unacknowledged'),
      'incident.resolved': translateChange('resolved', 'resolved'),
      'incident.reopened': translateChange('triggered', 'reopened'),
      'incident.reassigned': translateHandedOver('reassigned'),
      'incident.escalated': translateHandedOver('escalated'),
      'incident.delegated': translateHandedOver('delegated'),
      'incident.priority_updated': translatePriority,
      'incident.annotated': translateNote,
      'incident.status_update_published': translateStatusUpdate,
      'incident.responder.added': translateResponderAdded,
      'incident.responder.replied': translateResponderReplied,
      'pagey.ping': translatePing,
      messages: translateMessages,
    },
  }),
  fixtures: async () => (await import('./pagerduty-fixtures.ts')).pagerdutyFixtures,
}

/** The older webhook format: several messages in one request. */
function translateMessages(payload: Payload): Translated[] {
  return payload.list('messages').map(translateMessage)
}

function translateMessage(message: Payload): Translated {
  const event = message.text('event')
  const known = lookUp(verbs, event)
  if (known === undefined) throw unexpectedEvent('PagerDuty', event)
  const [mark, ...verb] = known.split(' ')
  const incident = message.object('incident')
  const service = incident.text('service.name')
  const title = incident.optionalText('title') ?? incident.text('summary')
  const whom = incident
    .optionalList('assignments')
    .map((assignment) => plain(assignment.text('assignee.summary')))
    .join(', ')
  return {
    topic: title,
    content: `${mark} Incident ${link(`#${incident.label('incident_number')} ${title}`, incident.optionalText('html_url'))} of ${plain(service)} is ${verb.join(' ')}${whom === '' ? '' : `, assigned to ${whom}`}`,
  }
}

/** ` by Ada`; empty if no person did it. */
function by(event: Payload): string {
  const agent = event.optionalText('agent.summary')
  return agent === undefined ? '' : ` by ${plain(agent)}`
}

function translatePing(): Translated {
  return { topic: 'PagerDuty', content: 'The webhook of PagerDuty works. 🎉' }
}
