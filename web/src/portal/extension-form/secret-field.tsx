import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './extension-form.module.css'

/** A password that can be revealed and copied. */
export function SecretField({
  label,
  hint,
  error,
  value,
  onChange,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.secret}>
      <TextField
        label={label}
        hint={hint}
        error={error}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.secretActions}>
        <IconButton
          label={shown ? p.extensions.hideSecret(label) : p.extensions.showSecret(label)}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
        {value !== '' && <CopyButton text={value} />}
      </div>
    </div>
  )
}
