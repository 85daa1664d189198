import type { TSchema } from '@sinclair/typebox'
import { type Fault, invalid } from '../../problem.ts'
import { type DataFieldName, dataFields } from './extension-data-fields.ts'
import type { ExtensionDataInput } from './extension-data-schema.ts'

/** The fields that a client has set. */
export type OwnData = Partial<Record<DataFieldName, string | number | boolean>>

const constants = Object.fromEntries(
  Object.entries(dataFields).map(([name, field]) => [name, field.default]),
) as Record<DataFieldName, string | number | boolean>

/** All fields: the value that was set, else the one derived from number and name, else the default. */
export function completeData(number: number, name: string, own: OwnData): Record<string, unknown> {
  return {
    id: number,
    name,
    extension: number,
    ...constants,
    callerid: `"${name.replaceAll('"', "'")}" <${number}>`,
    cid_masquerade: String(number),
    dial: `PJSIP/${number}`,
    findmefollow_grplist: String(number),
    mailbox: `${number}@device`,
    user: String(number),
    ...own,
  }
}

/**
 * The settings in a request, without identity and credentials. Defaults in an object that is sent back do not count as
 * set, whether derived from the old name or the new one.
 */
export function ownDataOf(number: number, names: readonly string[], input: ExtensionDataInput): OwnData {
  const defaults = names.map((name) => completeData(number, name, {}))
  const own: OwnData = {}
  for (const key of Object.keys(dataFields) as DataFieldName[]) {
    // Stored in its own column.
    if (key === 'description') continue
    const value = input[key]
    if (value !== undefined && defaults.every((complete) => complete[key] !== value)) own[key] = value
  }
  return own
}

/** Voicemail has two switches. Changing one changes both, even if the other is sent back unchanged. */
export function followVoicemail<T extends ExtensionDataInput>(input: T, stored: OwnData): T {
  const { voicemail, voicemail_enable: enable } = input
  if (voicemail === undefined && enable === undefined) return input
  const turned = voicemail !== undefined && voicemail !== (stored.voicemail ?? constants.voicemail)
  const on = turned || enable === undefined ? voicemail === 'default' : enable === 'yes'
  return { ...input, voicemail: on ? 'default' : 'novm', voicemail_enable: on ? 'yes' : 'no' }
}

/** Checks what the schema cannot. */
export function checkData(input: ExtensionDataInput): void {
  const faults: Fault[] = []
  for (const [name, { 'x-maximum': maximum }] of Object.entries<TSchema>(dataFields)) {
    if (maximum !== undefined && Number(input[name as DataFieldName] ?? 0) > maximum) {
      faults.push({ pointer: `/data/${name}`, detail: `must be at most ${maximum}` })
    }
  }
  if (input.extension !== undefined && input.id !== undefined && input.extension !== input.id) {
    faults.push({ pointer: '/data/extension', detail: 'must be the same number as /data/id' })
  }
  if (faults.length > 0) throw invalid(faults)
}
