import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { CheckField } from './field.tsx'
import { Notice } from './notice.tsx'
import { useInOrder } from './use-in-order.ts'

interface SavedCheckProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  save: (checked: boolean) => Promise<unknown>
}

/** A check box that is stored when it is pressed. */
export function SavedCheck({ label, hint, checked, save }: SavedCheckProps) {
  const { shown, error, change } = useSavedValue(checked, save)
  return (
    <>
      <CheckField
        label={label}
        hint={hint}
        checked={shown}
        onChange={(event) => change(event.target.checked)}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
    </>
  )
}

interface SavedValue<Value> {
  /** The value in flight, or the saved one. */
  shown: Value
  error: unknown
  change: (value: Value) => void
}

interface Pending<Value> {
  wanted: Value
  before: Value
  isStored: boolean
}

/**
 * A value that is saved as soon as it is chosen. If saving fails, it reverts and the error says why. The response may
 * arrive before the event: until the event arrives, the new value stays on the screen.
 */
export function useSavedValue<Value>(
  value: Value,
  save: (value: Value) => Promise<unknown>,
): SavedValue<Value> {
  const [pending, setPending] = useState<Pending<Value>>()
  const [error, setError] = useState<unknown>()
  const inOrder = useInOrder()
  if (pending?.isStored && value !== pending.before) setPending(undefined)
  async function change(wanted: Value) {
    const asked = { wanted, before: value, isStored: false }
    setPending(asked)
    setError(undefined)
    const { answer, isLast } = inOrder(() => save(wanted))
    try {
      await answer
      if (isLast()) setPending({ ...asked, isStored: true })
    } catch (failure) {
      if (!isLast()) return
      setError(failure)
      setPending(undefined)
    }
  }
  return { shown: pending ? pending.wanted : value, error, change: (wanted) => void change(wanted) }
}
