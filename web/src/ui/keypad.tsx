import { useEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import styles from './keypad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

interface KeypadProps {
  onPress: (key: string) => void
  /** Keys of the keyboard work at once. */
  takesFocus?: boolean
}

/** The keys of a phone. */
export function Keypad({ onPress, takesFocus = false }: KeypadProps) {
  const pad = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) pad.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <fieldset ref={pad} className={styles.keypad} onKeyDown={({ key }) => keys.includes(key) && onPress(key)}>
      <legend className="visually-hidden">{t.softphone.keypad}</legend>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={t.softphone.keys[key] ?? key}
          onClick={() => onPress(key)}
        >
          {key}
        </button>
      ))}
    </fieldset>
  )
}
