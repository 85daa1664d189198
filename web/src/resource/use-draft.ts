import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { faultsOf } from '../api/api-failure.ts'
import { useUnsavedChanges } from '../shell/unsaved-changes.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { type Changes, patchOf, valueAt } from './patch-of.ts'

/** What a typed text means: a number, a list of words. */
export type ReadText = (typed: string) => unknown

export interface Draft {
  /** Nothing can be changed: the fields are there to be read. */
  readOnly: boolean
  changed: boolean
  busy: boolean
  error: unknown
  /** The typed value, or the stored one. */
  value(pointer: string): unknown
  /** The same, as a text field shows it. */
  text(pointer: string): string
  set(pointer: string, value: unknown): void
  /** The fault that the server reports for this field, or for a part of it. */
  faultAt(pointer: string): string | undefined
  /** Fields that are shown. Faults of other fields appear below the form. */
  shown: Set<string>
  readers: Map<string, ReadText>
  submit(): Promise<boolean>
  discard(): void
}

interface DraftOptions {
  stored: object
  /** Gets only the changes, so that it does not undo concurrent changes of others. */
  save: (patch: Record<string, unknown>) => Promise<unknown>
  readOnly?: boolean
}

/** What a person changes in an object, until it is saved. */
export function useDraft({ stored, save, readOnly = false }: DraftOptions): Draft {
  const [changes, setChanges] = useState<Changes>({})
  useUnsavedChanges(Object.keys(changes).length > 0)
  const submit = useSubmit()
  const shown = useRef(new Set<string>()).current
  const readers = useRef(new Map<string, ReadText>()).current
  const faults = faultsOf(submit.error)
  const value = (pointer: string) =>
    Object.hasOwn(changes, pointer) ? changes[pointer] : valueAt(stored, pointer)
  return {
    readOnly,
    changed: Object.keys(changes).length > 0,
    busy: submit.busy,
    error: submit.error,
    value,
    text: (pointer) => textOf(value(pointer)),
    set(pointer, next) {
      setChanges((before) => {
        const { [pointer]: _, ...rest } = before
        return isSame(next, valueAt(stored, pointer)) ? rest : { ...rest, [pointer]: next }
      })
    },
    faultAt: (pointer) => faults.find((fault) => isWithin(fault.pointer, pointer))?.detail,
    shown,
    readers,
    submit: () =>
      submit.run(async () => {
        await save(patchOf(readTexts(changes, readers)))
        setChanges({})
      }),
    discard() {
      setChanges({})
      submit.clear()
    },
  }
}

export const isWithin = (pointer: string, field: string) =>
  pointer === field || pointer.startsWith(`${field}/`)

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

const isSame = (value: unknown, stored: unknown) =>
  typeof value === 'string' ? value === textOf(stored) : JSON.stringify(value) === JSON.stringify(stored)

function readTexts(changes: Changes, readers: Draft['readers']): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([pointer, value]) => {
      const read = typeof value === 'string' ? readers.get(pointer) : undefined
      return [pointer, read ? read(value as string) : value]
    }),
  )
}

/** Anything but a number is sent as it was typed: the server explains what is wrong. */
export function readNumber(typed: string): number | string | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return Number.isNaN(Number(text)) ? typed : Number(text)
}

export const readWords = (typed: string): string[] => typed.split(/[\s,;]+/).filter((word) => word !== '')

export const DraftContext = createContext<Draft | undefined>(undefined)

/** The draft of the form around the field. */
export function useDraftField(pointer: string, read?: ReadText): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('Outside of a form')
  const { shown, readers } = draft
  useEffect(() => {
    shown.add(pointer)
    if (read) readers.set(pointer, read)
    return () => {
      shown.delete(pointer)
    }
  }, [shown, readers, pointer, read])
  return draft
}
