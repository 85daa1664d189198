import { lookUp } from '../../webhook-texts/look-up.ts'
import { link } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { unexpectedEvent } from '../webhook-errors.ts'

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

/** The older webhook format: several messages in one request. */
export function translateMessages(payload: Payload): Translated[] {
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
