import { isDeepStrictEqual } from 'node:util'
import { invalidField } from '../../problem.ts'
import type { OwnData } from '../extension-data/extension-data.ts'
import type { ExtensionDataInput } from '../extension-data/extension-data-schema.ts'
import type { ExtensionInput } from './extension-input.ts'

/**
 * The caller id of outgoing calls has two forms: the text in `data.outboundcid`, which is stored, and this object, which
 * is read from the text. So they cannot disagree.
 */
export interface OutboundCallerId {
  name: string
  number: string
  value: string
}

/** Its own caller id, else that of its location. */
export function shownCallerId(data: OwnData, locations: string | undefined): OutboundCallerId | null {
  const value = String(data.outboundcid ?? '') || locations || ''
  return value === '' ? null : readCallerId(value)
}

/** Parses `"Name" <number>`, with or without quotes. Anything else is taken as a number. */
export function readCallerId(value: string): OutboundCallerId {
  const text = value.trim()
  const open = text.indexOf('<')
  const number = text.slice(open + 1, -1)
  const name = withoutQuotes(text.slice(0, Math.max(open, 0)).trim())
  const isBoth = open >= 0 && text.endsWith('>') && !number.includes('>') && !name.includes('"')
  return isBoth ? { name, number, value } : { name: '', number: value, value }
}

const withoutQuotes = (text: string) =>
  text.slice(text.startsWith('"') ? 1 : 0, text.length > 1 && text.endsWith('"') ? -1 : undefined)

export const writeCallerId = ({ name, number }: Pick<OutboundCallerId, 'name' | 'number'>) =>
  name === '' ? number : `"${name.replaceAll('"', "'")}" <${number}>`

/**
 * The text that a request asks for; undefined if it changes nothing. If one form changes and the other comes back
 * unchanged, the change counts.
 */
export function wantedCallerId(
  { outbound_callerid: object, data, location }: ExtensionInput,
  stored: string,
  shown: OutboundCallerId | null,
  manner: 'replace' | 'patch',
): string | undefined {
  const text = (data as ExtensionDataInput | undefined)?.outboundcid
  const changes = new Set<string>()
  if (text !== undefined && text !== stored) changes.add(String(text))
  // What the client was shown with this text, and without one of its own: the location may have changed since.
  const texts = [...(text === undefined ? [] : [String(text)]), ...(stored === '' ? [''] : [])]
  const unchanged = [shown, ...texts.map((one) => shownCallerId({ outboundcid: one }, callerIdIn(location)))]
  if (object !== undefined && !unchanged.some((one) => isDeepStrictEqual(object, one))) {
    changes.add(textOf(object, (manner === 'patch' && shown) || { name: '', number: '', value: '' }))
  }
  if (changes.size > 1) throw invalidField('/outbound_callerid', 'differs from /data/outboundcid')
  return [...changes][0]
}

/** That of the location in an extension that a client sends back. */
function callerIdIn(location: unknown): string | undefined {
  const callerId = (location as { callerid?: unknown } | null | undefined)?.callerid
  return typeof callerId === 'string' ? callerId : undefined
}

/** Absent parts stay as they were. A new `value` counts, if `name` and `number` do not say something else. */
function textOf(given: ExtensionInput['outbound_callerid'], before: OutboundCallerId): string {
  if (given == null) return ''
  const wanted = {
    name: given.name === undefined ? before.name : (given.name ?? ''),
    number: given.number === undefined ? before.number : (given.number ?? ''),
  }
  if (given.value == null || given.value === before.value) return writeCallerId(wanted)
  const read = readCallerId(given.value)
  const differs = (name: 'name' | 'number') => given[name] != null && given[name] !== read[name]
  if (differs('name') || differs('number')) {
    throw invalidField('/outbound_callerid/value', 'differs from name and number')
  }
  return given.value
}
