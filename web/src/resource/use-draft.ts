import { useEffect, useMemo, useRef, useState } from 'react'
import { faultsOf } from '../api/api-failure.ts'
import { useUnsavedChanges } from '../shell/unsaved-changes.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { changed, type Patch, type Pointer, patchOf, type ValueAt, valueAt } from './pointers.ts'

/** A draft as forms and their fields use it, whatever it is a draft of. */
export interface FormDraft {
  /** Nothing can be changed: the fields are there to be read. */
  readOnly: boolean
  changed: boolean
  busy: boolean
  error: unknown
  read(pointer: string): unknown
  /** The same, as a text field shows it: what was typed, or what is stored. */
  text(pointer: string, separator?: string): string
  /** `typed`: the text that means this value. */
  write(pointer: string, value: unknown, typed?: string): void
  /** The fault that the server reports for this field, or for a part of it. */
  faultAt(pointer: string): string | undefined
  /** Fields that are shown. Faults of other fields appear below the form. */
  shown: Set<string>
  submit(): Promise<boolean>
  discard(): void
}

/** What a person enters as the input of a call. */
export interface Draft<Input> extends FormDraft {
  /** All values as they are now. The same object until one changes. */
  input: Input
  /** The chosen value, or the stored one. */
  value<At extends Pointer<Input> & string>(pointer: At): ValueAt<Input, At>
  set<At extends Pointer<Input> & string>(pointer: At, value: ValueAt<Input, At>, typed?: string): void
}

interface DraftOptions<Input> {
  stored: Input
  /** Gets the changes alone, so that it does not undo concurrent changes of others, and all values. */
  save: (patch: Patch<Input>, input: Input) => Promise<unknown>
  readOnly?: boolean
}

interface Change {
  value: unknown
  typed: string | undefined
}

/** What a person changes in an object, until it is saved. */
export function useDraft<Input extends object>(options: DraftOptions<Input>): Draft<Input> {
  const { stored, save, readOnly = false } = options
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  const values = useMemo(() => new Map([...changes].map(([at, { value }]) => [at, value])), [changes])
  const input = useMemo(() => changed(stored, values), [stored, values])
  useUnsavedChanges(changes.size > 0)
  const submit = useSubmit()
  const shown = useRef(new Set<string>()).current
  const faults = faultsOf(submit.error)
  function write(pointer: string, value: unknown, typed?: string) {
    setChanges((before) => {
      const next = new Map(before)
      if (isSame(value, typed, valueAt(stored, pointer))) next.delete(pointer)
      else next.set(pointer, { value, typed })
      return next
    })
  }
  return {
    input,
    readOnly,
    changed: changes.size > 0,
    busy: submit.busy,
    error: submit.error,
    value: (pointer) => valueAt(input, pointer),
    set: write,
    read: (pointer) => valueAt(input, pointer),
    text: (pointer, separator) => changes.get(pointer)?.typed ?? textOf(valueAt(input, pointer), separator),
    write,
    faultAt: (pointer) => faults.find((fault) => isWithin(fault.pointer, pointer))?.detail,
    shown,
    submit: () =>
      submit.run(async () => {
        await save(patchOf(values), input)
        setChanges(new Map())
      }),
    discard() {
      setChanges(new Map())
      submit.clear()
    },
  }
}

export const isWithin = (pointer: string, field: string) =>
  pointer === field || pointer.startsWith(`${field}/`)

/** A number that has not been typed yet is NaN. */
function textOf(value: unknown, separator = ', '): string {
  if (Array.isArray(value)) return value.join(separator)
  return Number.isNaN(value) ? '' : String(value ?? '')
}

function isSame(value: unknown, typed: string | undefined, stored: unknown): boolean {
  const text = typed ?? value
  return typeof text === 'string' ? text === textOf(stored) : JSON.stringify(value) === JSON.stringify(stored)
}

/** Anything but a number is sent as it was typed: the server explains what is wrong. */
export function readNumber(typed: string): number | string | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return Number.isNaN(Number(text)) ? typed : Number(text)
}

export const readWords = (typed: string): string[] => typed.split(/[\s,;]+/).filter((word) => word !== '')

/** Marks a field as shown, so that its faults appear there. */
export function useShown({ shown }: FormDraft, pointer: string): void {
  useEffect(() => {
    shown.add(pointer)
    return () => {
      shown.delete(pointer)
    }
  }, [shown, pointer])
}
