import { ArrowUp, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './chosen-list.module.css'

interface ChosenListProps {
  label: string
  hint?: ReactNode
  /** Numbers or ids. */
  value: readonly string[]
  nameOf: (one: string) => string
  onChange: (value: readonly string[]) => void
  /** The order matters. */
  isOrdered?: boolean
  /** The field that adds one. */
  children: ReactNode
}

/** What was chosen by name, and a field to add others. */
export function ChosenList(props: ChosenListProps) {
  const { label, hint, value, nameOf, onChange, isOrdered = false, children } = props
  const id = useId()
  const raise = (index: number) =>
    onChange(value.with(index - 1, value[index]!).with(index, value[index - 1]!))
  return (
    <fieldset className={styles.members} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      {value.length > 0 && (
        <ol aria-label={label}>
          {value.map((one, index) => (
            <li key={one}>
              <span>{nameOf(one)}</span>
              {isOrdered && index > 0 && (
                <IconButton label={p.numbers.raise(nameOf(one))} onClick={() => raise(index)}>
                  <ArrowUp />
                </IconButton>
              )}
              <IconButton
                label={p.numbers.removeMember(nameOf(one))}
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {children}
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </fieldset>
  )
}
