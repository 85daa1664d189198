import { normalizeNumber } from '../../normalize-number.ts'
import type { Extension } from '../extensions/extension.ts'
import type { CallerId } from '../pbx/flow/call-plan.ts'
import type { ExternalParty } from '../pbx/pbx.ts'

/** `"Ada" <1001>`, or a name alone. */
export function readCallerId(text: string, { name, number }: Extension): CallerId {
  const written = /"([^"]*)"/.exec(text)?.[1] ?? text.split('<')[0]!.trim()
  return { name: written || name, number: /<([+\d]+)>/.exec(text)?.[1] ?? String(number) }
}

export const withPrefix = (callerId: CallerId, prefix: string): CallerId => ({
  ...callerId,
  name: `${prefix}${callerId.name}`,
})

/** The caller id of somebody outside. Providers write numbers in many ways. */
export function externalCallerId({ number, name }: ExternalParty, country: string): CallerId {
  const shown = normalizeNumber(number, country) ?? number
  return { number: shown, name: name || shown }
}
