import { Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Keypad } from './keypad.tsx'
import styles from './softphone.module.css'

/** A number to call: typed, pasted or from the keypad. */
export function DialForm({ initial, onDial }: { initial: string; onDial: (number: string) => void }) {
  const [number, setNumber] = useState(initial)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (number !== '') onDial(number)
      }}
    >
      <div className={styles.dial}>
        <TextField
          label={t.softphone.number}
          hideLabel
          placeholder={t.softphone.number}
          type="tel"
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(target.value.replace(/[^0-9*#+]/g, ''))}
        />
        <Button look="primary" type="submit" icon={<Phone />} disabled={number === ''}>
          {t.softphone.call}
        </Button>
      </div>
      <Keypad onPress={(key) => setNumber((before) => before + key)} />
    </form>
  )
}
