import { useState } from 'react'
import { RetentionField } from '../../chat/streams/retention-field.tsx'
import { languages } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import { realmSettings, type SettingName } from './realm-settings.ts'
import { StreamSelect } from './stream-select.tsx'
import type { RealmDraft } from './use-realm-draft.ts'

const usual = [0, 120, 600, 3600, 86_400, 604_800]

const OTHER = 'other'

const MAX_MINUTES = 5_256_000

const MAX_DAYS = 3650

/** One setting, shown as its declaration says. */
export function SettingField({ name, draft }: { name: SettingName; draft: RealmDraft }) {
  const setting = realmSettings[name]
  const texts = t.organization.settings
  const label = texts.labels[name]
  const hint = (texts.hints as Partial<Record<SettingName, string>>)[name]
  const about = { label, ...(hint && { hint }) }
  const set = (value: boolean | number | string | null) => draft.set(name, value as never)
  const value = draft.values[name]
  const disabled = setting.needs !== undefined && !draft.values[setting.needs]
  if (setting.kind === 'flag') {
    return (
      <CheckField
        {...about}
        checked={Boolean(value) !== Boolean(setting.inverted)}
        onChange={(event) => set(event.target.checked !== Boolean(setting.inverted))}
      />
    )
  }
  if (setting.kind === 'seconds') {
    return (
      <div className={styles.indented}>
        <SecondsField {...about} seconds={Number(value)} disabled={disabled} onChange={set} />
      </div>
    )
  }
  return (
    <div className={styles.narrow}>
      {setting.kind === 'stream' && <StreamSelect {...about} value={Number(value)} onChange={set} />}
      {setting.kind === 'retention' && (
        <RetentionField {...about} days={value as number | null} onChange={set} />
      )}
      {setting.kind === 'days' && (
        <TextField
          {...about}
          type="number"
          min={0}
          max={MAX_DAYS}
          required
          value={String(value)}
          onChange={(event) => set(event.target.valueAsNumber || 0)}
        />
      )}
      {setting.kind === 'choice' && (
        <SelectField {...about} value={Number(value)} onChange={(event) => set(Number(event.target.value))}>
          {texts[setting.choices].map((text, index) => (
            <option key={text} value={index + 1}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      {setting.kind === 'language' && (
        <SelectField {...about} value={String(value)} onChange={(event) => set(event.target.value)}>
          {Object.entries({ [String(value)]: String(value), ...languages }).map(([code, language]) => (
            <option key={code} value={code}>
              {language}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
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
  const texts = t.organization.settings
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
