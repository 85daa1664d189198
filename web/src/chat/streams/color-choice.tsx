import { useEffect, useId, useRef } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { useSavedValue } from '../../ui/use-saved-value.ts'
import { t } from '../../texts/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './color-choice.module.css'

/** The same that the server gives to streams, of each hue one. */
const colors = [
  '#76ce90',
  '#bfd56f',
  '#e7cc4d',
  '#f4ae55',
  '#ee7e4a',
  '#e4523d',
  '#e79ab5',
  '#bd86e5',
  '#9987e1',
  '#4f8de4',
  '#a6c7e5',
  '#c2c2c2',
]

export function ColorChoice({ color, save }: { color: string; save: (color: string) => Promise<unknown> }) {
  const id = useId()
  const custom = useRef<HTMLInputElement>(null)
  const { shown, error, change } = useSavedValue(color, save)
  const keep = useRef(change)
  keep.current = change
  // React reports every step while a colour is being picked. The native change event comes at the end.
  useEffect(() => {
    const input = custom.current
    const done = () => keep.current(input?.value ?? '')
    input?.addEventListener('change', done)
    return () => input?.removeEventListener('change', done)
  }, [])
  useEffect(() => {
    if (custom.current) custom.current.value = color
  }, [color])
  return (
    <fieldset className={styles.choice}>
      <legend>{t.streams.color}</legend>
      {colors.map((one, index) => (
        <input
          key={one}
          type="radio"
          name={id}
          className={styles.color}
          style={{ backgroundColor: one }}
          aria-label={t.streams.colorNumber(index + 1)}
          checked={one === shown}
          onChange={() => change(one)}
        />
      ))}
      <input
        ref={custom}
        type="color"
        className={styles.custom}
        defaultValue={color}
        aria-label={t.streams.otherColor}
        title={t.streams.otherColor}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
    </fieldset>
  )
}
