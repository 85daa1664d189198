import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'

/** The email address of an account. Browsers can autofill it. */
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
