import { Bold, Code, EyeOff, Italic, Link, List, Quote, Strikethrough } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Format, formatText } from './format-text.ts'
import { applyEdit } from './text-edit.ts'

const icons = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  quote: Quote,
  list: List,
  link: Link,
  spoiler: EyeOff,
}

/** With Ctrl or Cmd. */
export const formatKeys: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', k: 'link' }

export function formatSelection(area: HTMLTextAreaElement | null, format: Format): void {
  if (!area) return
  const { value, selectionStart, selectionEnd } = area
  applyEdit(area, formatText(format, value, selectionStart, selectionEnd, t.compose.samples[format]))
}

export function FormatButtons({
  area,
  disabled,
}: {
  area: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
}) {
  return (Object.keys(icons) as Format[]).map((format) => {
    const Icon = icons[format]
    const key = Object.keys(formatKeys).find((one) => formatKeys[one] === format)
    const label = t.compose.formats[format]
    return (
      <IconButton
        key={format}
        label={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
        disabled={disabled}
        onClick={() => formatSelection(area.current, format)}
      >
        <Icon />
      </IconButton>
    )
  })
}
