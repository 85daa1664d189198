import { useRef, useState } from 'react'
import { faultsOf } from '../../api/telephony-api.ts'
import { useUnsavedChanges } from '../../shell/unsaved-changes.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type Changes, patchOf, valueAt } from './patch-of.ts'

export interface Draft {
  /** Nothing can be changed: the fields are there to be read. */
  readOnly: boolean
  changed: boolean
  busy: boolean
  error: unknown
  /** The typed value, or the stored one. */
  value(pointer: string): unknown
  set(pointer: string, value: unknown): void
  /** The fault that the server reports for this field. */
  faultAt(pointer: string): string | undefined
  /** Fields that are shown. Faults of other fields appear above the form. */
  shown: Set<string>
  /** Those of them whose text means a number. */
  numbers: Set<string>
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
  const shown = useRef(new Set<string>())
  const numbers = useRef(new Set<string>())
  const faults = faultsOf(submit.error)
  return {
    readOnly,
    changed: Object.keys(changes).length > 0,
    busy: submit.busy,
    error: submit.error,
    value: (pointer) => (Object.hasOwn(changes, pointer) ? changes[pointer] : valueAt(stored, pointer)),
    set(pointer, value) {
      setChanges((before) => {
        const { [pointer]: _, ...rest } = before
        return isSame(value, valueAt(stored, pointer)) ? rest : { ...rest, [pointer]: value }
      })
    },
    faultAt: (pointer) => faults.find((fault) => fault.pointer === pointer)?.detail,
    shown: shown.current,
    numbers: numbers.current,
    submit: () =>
      submit.run(async () => {
        await save(patchOf(withNumbers(changes, numbers.current)))
        setChanges({})
      }),
    discard() {
      setChanges({})
      submit.clear()
    },
  }
}

const isSame = (value: unknown, stored: unknown) =>
  typeof value === 'string'
    ? value === String(stored ?? '')
    : JSON.stringify(value) === JSON.stringify(stored)

/** Anything but a number is sent as it was typed: the server explains what is wrong. */
function withNumbers(changes: Changes, numbers: ReadonlySet<string>): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([pointer, value]) => {
      if (!numbers.has(pointer) || typeof value !== 'string') return [pointer, value]
      const text = value.trim().replace(',', '.')
      if (text === '') return [pointer, null]
      return [pointer, Number.isNaN(Number(text)) ? value : Number(text)]
    }),
  )
}
