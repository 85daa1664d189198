import { p } from '../../texts/portal-texts.ts'
import { SwitchField } from '../../ui/field.tsx'
import styles from './extension-form.module.css'

interface FlagsFieldProps {
  legend: string
  /** `attach=yes|delete=no` */
  value: string
  names: readonly string[]
  onChange: (value: string) => void
}

/** Several switches that are stored as one text. Parts of it that have no switch stay as they are. */
export function FlagsField({ legend, value, names, onChange }: FlagsFieldProps) {
  const parts = value.split('|').filter(Boolean)
  const isOn = (name: string) => parts.includes(`${name}=yes`)
  function set(name: string, on: boolean) {
    const next = `${name}=${on ? 'yes' : 'no'}`
    const known = parts.some((part) => part.startsWith(`${name}=`))
    const changed = parts.map((part) => (part.startsWith(`${name}=`) ? next : part))
    onChange([...changed, ...(known ? [] : [next])].join('|'))
  }
  return (
    <fieldset className={styles.flags}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <SwitchField
          key={name}
          label={p.extensions.flags[name] ?? name}
          checked={isOn(name)}
          onChange={(event) => set(name, event.target.checked)}
        />
      ))}
    </fieldset>
  )
}
