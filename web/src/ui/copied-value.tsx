import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import styles from './copied-value.module.css'
import { copyText } from './copy-text.ts'

/** A value that programs need, with a button that copies it. `label` names the value. */
export function CopiedValue({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await copyText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <span className={styles.value}>
      <code>{value}</code>
      <IconButton label={`${copied ? t.ui.copied : t.ui.copy}: ${label}`} onClick={() => void copy()}>
        {copied ? <Check /> : <Copy />}
      </IconButton>
    </span>
  )
}
