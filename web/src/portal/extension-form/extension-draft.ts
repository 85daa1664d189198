import type { Extension, ExtensionPatch, NewExtension } from '@switchboard/client/telephony'
import { type FormField, formFields } from './extension-fields.ts'

/** Everything in the form, as text, by the pointer with which the server names it. */
export type Draft = Readonly<Record<string, string>>

/** Fields of the form that are not in the table of fields: they have controls of their own. */
export const NUMBER = '/data/id'
/** In the table, but set with the user. */
export const NAME = '/data/name'
export const USER = '/user/id'
export const PURPOSE = '/purpose'
export const LOCATION = '/location_id'

/** Objects that are null when all their parts are empty. */
const wholes = ['reserved']

/** Without an extension: the defaults. */
export function draftOf(extension: Extension | undefined, suggested?: number | null): Draft {
  const draft: Record<string, string> = {
    [NUMBER]: String(extension?.data.id ?? suggested ?? ''),
    [USER]: extension?.user?.id ?? '',
    [PURPOSE]: extension ? extension.purpose : 'ip-phone',
    [LOCATION]: extension?.location_id ?? '',
  }
  for (const { pointer, initial } of formFields)
    draft[pointer] = extension ? textAt(extension, pointer) : initial
  return draft
}

function textAt(object: unknown, pointer: string): string {
  let value = object
  for (const name of pointer.split('/').slice(1)) value = (value as Record<string, unknown> | null)?.[name]
  return value === undefined || value === null ? '' : String(value)
}

export const changedPointers = (base: Draft, draft: Draft) =>
  Object.keys(draft).filter((pointer) => draft[pointer] !== base[pointer])

/** Only changes. */
export function patchOf(base: Draft, draft: Draft): ExtensionPatch {
  const patch: Record<string, unknown> = {}
  for (const pointer of changedPointers(base, draft)) {
    const value = draft[pointer] ?? ''
    const whole = wholes.find((name) => pointer.startsWith(`/${name}/`))
    if (pointer === USER) patch.user = value === '' ? null : { id: value }
    else if (whole && isEmpty(draft, whole)) patch[whole] = null
    else setAt(patch, pointer, sentValue(pointer, value))
  }
  return patch as ExtensionPatch
}

/** Always includes number and name, so that the server reports what is wrong with them. */
export function newExtensionOf(draft: Draft): NewExtension {
  const patch = patchOf(draftOf(undefined), draft)
  const number = sentValue(NUMBER, draft[NUMBER] ?? '')
  return {
    ...patch,
    data: { ...patch.data, id: number as number, name: draft['/data/name'] ?? '' },
  } as NewExtension
}

const isEmpty = (draft: Draft, whole: string) =>
  Object.entries(draft).every(([pointer, value]) => !pointer.startsWith(`/${whole}/`) || value === '')

const kinds = new Map<string, FormField['kind']>(formFields.map(({ pointer, kind }) => [pointer, kind]))

/** Anything but a number is sent as it is: the server explains what it expects. */
function sentValue(pointer: string, value: string): string | number | boolean {
  const kind = pointer === NUMBER ? 'number' : kinds.get(pointer)
  if (kind === 'number' && /^\d+$/.test(value.trim())) return Number(value)
  if (kind === 'toggle' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function setAt(object: Record<string, unknown>, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const last = names.pop()!
  let inner = object
  for (const name of names) {
    inner[name] ??= {}
    inner = inner[name] as Record<string, unknown>
  }
  inner[last] = value
}
