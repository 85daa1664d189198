import { encodeUrlComponent } from '../../../markdown/is-safe-url.ts'
import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { bullets, code, lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

/** `say` gets the alert, and its link. `text`: the field to quote. */
const onAlert =
  (say: (alert: Payload, name: string) => string, text?: string): Translate =>
  (payload) => {
    const alert = payload.object('alert')
    const message = alert.text('message')
    const id = encodeUrlComponent(alert.text('alertId').slice(0, 100))
    const name = link(
      `#${alert.label('tinyId')} ${message}`,
      `https://app.opsgenie.com/alert/detail/${id}/details`,
    )
    return {
      topic: message,
      content: lines(say(alert, name), text === undefined ? '' : quotePlain(alert.optionalText(text))),
    }
  }

/** Nobody, if a rule did it. */
const by = (alert: Payload) => {
  const user = alert.optionalText('username')
  return user === undefined ? '' : ` by ${plain(user)}`
}

const was = (mark: string, verb: string, text?: string) =>
  onAlert((alert, name) => `${mark} Alert ${name} was ${verb}${by(alert)}`, text)

const tagList = (tags: string | undefined) =>
  (tags ?? '')
    .split(',', 20)
    .flatMap((tag) => tag.trim() || [])
    .map((tag) => code(tag))
    .join(' ')

const translateCreated: Translate = onAlert((alert, name) => {
  const rows: [string, string | undefined][] = [
    ['Priority', alert.optionalText('priority')],
    ['Team', alert.optionalText('team')],
    ['Entity', alert.optionalText('entity')],
    ['Source', alert.optionalText('source')],
  ]
  const facts = rows.flatMap(([label, value]) =>
    value === undefined ? [] : [`**${label}**: ${plain(value)}`],
  )
  const tags = alert.texts('tags').map((tag) => code(tag))
  if (tags.length > 0) facts.push(`**Tags**: ${tags.join(' ')}`)
  return lines(
    `🔥 New alert ${name}`,
    bullets(facts, (fact) => fact),
  )
}, 'description')

export const opsgenie: Integration = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  summary: 'Alerts that are created, acknowledged, handed over, annotated and closed.',
  setup: [
    'In Opsgenie, open **Settings**, then **Integrations**, and add a **Webhook** integration.',
    'As **Webhook URL**, enter this address:\n\n```\nADDRESS\n```',
    'Switch on **Add alert description to payload**, choose the alert actions that you want messages for, save, and turn the integration on.',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['AddTags', 'RemoveTags'],
  ...translateByEvent({
    displayName: 'Opsgenie',
    eventOf: (payload) => payload.text('action'),
    translations: {
      Create: translateCreated,
      Acknowledge: was('👀', 'acknowledged'),
      UnAcknowledge: was('🔹', 'no longer acknowledged'),
      Close: was('✅', 'closed'),
      Delete: was('🗑️', 'deleted'),
      Snooze: was('💤', 'snoozed'),
      SnoozeEnded: was('🔹', 'woken up'),
      Escalate: was('🔥', 'escalated'),
      AddNote: onAlert((alert, name) => `💬 A note on alert ${name}${by(alert)}`, 'note'),
      AssignOwnership: onAlert(
        (alert, name) =>
          `🔹 Alert ${name} was given to ${plain(alert.optionalText('owner') ?? 'somebody else')}${by(alert)}`,
      ),
      TakeOwnership: was('🔹', 'taken over'),
      UpdatePriority: onAlert(
        (alert, name) => `🔹 Alert ${name} now has priority ${plain(alert.optionalText('priority') ?? '?')}`,
      ),
      AddTags: onAlert(
        (alert, name) =>
          `🔹 Alert ${name} has new tags: ${tagList(alert.optionalText('addedTags'))}${by(alert)}`,
      ),
      RemoveTags: onAlert(
        (alert, name) =>
          `🔹 Alert ${name} lost tags: ${tagList(alert.optionalText('removedTags'))}${by(alert)}`,
      ),
    },
  }),
  fixtures: async () => (await import('./opsgenie-fixtures.ts')).opsgenieFixtures,
}
