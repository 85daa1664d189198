import type { Translate, WebhookContext } from './integration.ts'
import type { Payload } from './payload.ts'
import { lookUp } from './texts/look-up.ts'
import { matchesAny } from './texts/match-wildcard.ts'
import { missingEventHeader, unexpectedEvent } from './webhook-errors.ts'

export interface EventTable {
  displayName: string
  eventOf(payload: Payload, context: WebhookContext): string
  /** the specific action: `opened` of a `pull_request`; filters accept both names */
  actionOf?(payload: Payload): string | undefined
  translations: Readonly<Record<string, Translate>>
  /** The service sends everything, and gives up an address that refuses much of it. */
  ignoresOthers?: true
}

/** Finds the translation of the event, unless the URL filters it out. */
export function translateByEvent({
  displayName,
  eventOf,
  actionOf,
  translations,
  ignoresOthers,
}: EventTable): {
  events: readonly string[]
  translate: Translate
} {
  return {
    events: Object.keys(translations),
    translate(payload, context) {
      const event = eventOf(payload, context)
      const action = actionOf?.(payload)
      const names = action === undefined ? [event] : [event, `${event}.${action}`]
      if (!isWanted(names, context)) return undefined
      const translation = lookUp(translations, event)
      if (!translation && ignoresOthers) return undefined
      if (!translation) throw unexpectedEvent(displayName, event)
      return translation(payload, context)
    },
  }
}

function isWanted(names: readonly string[], { options }: WebhookContext): boolean {
  const { only_events: only, exclude_events: exclude } = options
  if (only && !names.some((name) => matchesAny(name, only))) return false
  return !exclude || !names.some((name) => matchesAny(name, exclude))
}

export function eventHeader(name: string, { headers }: WebhookContext): string {
  const value = headers[name.toLowerCase()]
  if (typeof value !== 'string' || value === '') throw missingEventHeader(name)
  return value
}
