import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

/** As streams say it: null is the organization's setting, -1 never. */
const UNLIMITED = -1
const USUAL_DAYS = 365
const MAX_DAYS = 36_500

/** After how many days messages are deleted. Without `inherited` there is no organization to go by. */
export function RetentionField({
  label,
  hint,
  inherited = false,
  days,
  onChange,
}: {
  label: string
  hint?: string
  inherited?: boolean
  days: number | null
  onChange: (days: number | null) => void
}) {
  const texts = t.streams.retention
  const never = inherited ? UNLIMITED : null
  const shown = days === never ? 'never' : days === null ? 'inherited' : 'days'
  const values = { never, inherited: null, days: USUAL_DAYS }
  return (
    <>
      <SelectField
        label={label}
        {...(hint && { hint })}
        value={shown}
        onChange={(event) => onChange(values[event.target.value as keyof typeof values])}
      >
        {inherited && <option value="inherited">{texts.inherited}</option>}
        <option value="never">{texts.never}</option>
        <option value="days">{texts.afterDays}</option>
      </SelectField>
      {shown === 'days' && (
        <TextField
          label={texts.days}
          type="number"
          min={1}
          max={MAX_DAYS}
          required
          value={String(days)}
          onChange={(event) => onChange(Math.max(1, event.target.valueAsNumber || 1))}
        />
      )}
    </>
  )
}
