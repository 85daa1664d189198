import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button, IconButton } from './button.tsx'
import styles from './copy-button.module.css'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button size="small" icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {copied ? t.ui.copied : (label ?? t.ui.copy)}
    </Button>
  )
}

/** Copies a text to the clipboard. The Clipboard API needs TLS; other pages use the older command. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  // Within an open dialog nothing outside of it can have the focus.
  const place = document.querySelector('[role=dialog][data-open]') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error(text)
}

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
