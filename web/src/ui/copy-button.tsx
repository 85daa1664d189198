import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

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
