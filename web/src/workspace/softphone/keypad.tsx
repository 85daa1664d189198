import { t } from '../../texts/texts.ts'
import styles from './softphone.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

export function Keypad({ onPress }: { onPress: (key: string) => void }) {
  return (
    <fieldset className={styles.keypad}>
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
