import { lines, link, quotePlain } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate, Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'

const mark = { triggered: '🔥', acknowledged: '👀', resolved: '✅', other: '🔹' }

const incidentLink = (incident: Payload) =>
  link(`#${incident.label('number')} ${incident.text('title')}`, incident.optionalText('html_url'))

/** Only the title, as notes and updates refer to their incident by title. */
const topicOf = (incident: Payload) => incident.text('title')

const names = (people: readonly Payload[]) => people.map((person) => plain(person.text('summary'))).join(', ')

/** ` by Ada`; empty if no person did it. */
function by(event: Payload): string {
  const agent = event.optionalText('agent.summary')
  return agent === undefined ? '' : ` by ${plain(agent)}`
}

export const translateTriggered: Translate = (payload) => {
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
export const translateChange =
  (kind: keyof typeof mark, verb: string): Translate =>
  (payload) => {
    const event = payload.object('event')
    const incident = event.object('data')
    return {
      topic: topicOf(incident),
      content: `${mark[kind]} Incident ${incidentLink(incident)} was ${verb}${by(event)}`,
    }
  }

export const translateHandedOver =
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

export const translatePriority: Translate = (payload) => {
  const event = payload.object('event')
  const incident = event.object('data')
  const setBy = phrase(by(event) || undefined, (agent) => `, set ${agent}`)
  return {
    topic: topicOf(incident),
    content: `${mark.other} Incident ${incidentLink(incident)} now has priority ${plain(incident.optionalText('priority.summary') ?? 'none')}${setBy}`,
  }
}

/** Notes, status updates and responder requests only refer to their incident, with its title as the summary. */
export const translateAddition =
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

export const translateNote = translateAddition(
  (who, _user, incident) => `${who} added a note to ${incident}`,
  'content',
)

export const translateStatusUpdate = translateAddition(
  (who, _user, incident) => `${who} published an update of ${incident}`,
  'message',
)

export const translateResponderAdded = translateAddition(
  (who, user, incident) => `${who} asked ${user} for help with ${incident}`,
  'message',
)

export const translateResponderReplied = translateAddition(
  (_who, user, incident) => `${user} answered the call for help with ${incident}`,
  'message',
)

export function translatePing(): Translated {
  return { topic: 'PagerDuty', content: 'The webhook of PagerDuty works. 🎉' }
}
