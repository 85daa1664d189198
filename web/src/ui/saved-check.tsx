import type { ReactNode } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { CheckField } from './field.tsx'
import { Notice } from './notice.tsx'
import { useSavedValue } from './use-saved-value.ts'

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
