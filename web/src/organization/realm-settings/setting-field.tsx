import { type ReactNode, useState } from 'react'
import { RetentionField } from '../../chat/streams/retention-field.tsx'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import type { Draft } from '../../resource/use-draft.ts'
import { languages } from '../../texts/language.ts'
import { o } from '../../texts/organization-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import {
  isFlag,
  isLanguageSetting,
  type RealmInput,
  realmSettings,
  type SettingName,
} from './realm-settings.ts'
import { StreamSelect } from './stream-select.tsx'

const usual = [0, 120, 600, 3600, 86_400, 604_800]

const OTHER = 'other'

const MAX_MINUTES = 5_256_000

/** One setting, as its declaration says. */
export function settingField(
  name: SettingName,
  draft: Draft<RealmInput>,
  hasBigBlueButton: boolean,
): FieldSpec<RealmInput> {
  const texts = o.settings
  const hint = (texts.hints as Partial<Record<SettingName, string>>)[name]
  const about = { label: texts.labels[name], ...(hint && { hint }) }
  if (isFlag(name)) {
    const { inverted } = realmSettings[name]
    return { kind: 'check', at: `/${name}`, ...about, inverted }
  }
  if (isLanguageSetting(name)) {
    const options = Object.entries(languages).map(([code, text]) => ({ value: code, text }))
    return { kind: 'select', at: `/${name}`, ...about, options }
  }
  if (name === 'video_chat_provider') {
    const options = ([0, 1, 3] as const)
      .filter((value) => value !== 3 || hasBigBlueButton || draft.value('/video_chat_provider') === 3)
      .map((value) => ({ value, text: texts.meetingServices[value] }))
    return { kind: 'select', at: `/${name}`, ...about, options }
  }
  if (name === 'jitsi_server_url') return { at: `/${name}`, ...about, type: 'url' }
  const setting = realmSettings[name]
  const at = `/${name}` as const
  const value = draft.value(at)
  const set = (next: number) => draft.set(at, next)
  const other = (field: ReactNode, className = styles.narrow): FieldSpec<RealmInput> => ({
    kind: 'other',
    key: name,
    render: () => <div className={className}>{field}</div>,
  })
  switch (setting.kind) {
    case 'days':
      return { kind: 'number', at, ...about, required: true }
    case 'choice': {
      const options = texts[setting.choices].map((text, index) => ({ value: index + 1, text }))
      return { kind: 'select', at, ...about, options }
    }
    case 'stream':
      return other(<StreamSelect {...about} value={Number(value)} onChange={set} />)
    case 'retention':
      return other(
        <RetentionField {...about} days={value ?? null} onChange={(days) => draft.write(at, days)} />,
      )
    case 'seconds': {
      const isOff = setting.needs !== undefined && !draft.value(`/${setting.needs}`)
      const field = <SecondsField {...about} seconds={Number(value)} disabled={isOff} onChange={set} />
      return other(field, styles.indented)
    }
  }
}

/** For how long something can be done: one of the usual times, or any number of minutes. */
function SecondsField({
  label,
  hint,
  seconds,
  disabled,
  onChange,
}: {
  label: string
  hint?: string
  seconds: number
  disabled: boolean
  onChange: (seconds: number) => void
}) {
  const [isOther, setOther] = useState(false)
  const texts = o.settings
  const shown = isOther || !usual.includes(seconds) ? OTHER : String(seconds)
  function choose(value: string) {
    setOther(value === OTHER)
    if (value !== OTHER) onChange(Number(value))
  }
  return (
    <div className={styles.line}>
      <SelectField
        label={label}
        {...(hint && { hint })}
        value={shown}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
      >
        {usual.map((time) => (
          <option key={time} value={time}>
            {texts.times[String(time) as keyof typeof texts.times]}
          </option>
        ))}
        <option value={OTHER}>{texts.otherTime}</option>
      </SelectField>
      {shown === OTHER && (
        <TextField
          label={texts.minutes}
          type="number"
          min={1}
          max={MAX_MINUTES}
          required
          disabled={disabled}
          value={Math.max(1, Math.round(seconds / 60))}
          onChange={(event) => onChange(Math.max(1, event.target.valueAsNumber || 1) * 60)}
        />
      )}
    </div>
  )
}
