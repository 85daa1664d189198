import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'

/** The address of an account, which browsers know by heart. */
export function EmailField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={t.signIn.email}
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
