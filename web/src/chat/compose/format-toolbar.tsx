import { Bold, Code, Eye, EyeOff, Italic, Link, List, Quote, Strikethrough } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { applyEdit, type TextEdit } from '../completion/text-edit.ts'
import styles from './format-toolbar.module.css'

const marks: Partial<Record<Format, string>> = { bold: '**', italic: '*', strike: '~~', code: '`' }

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

function FormatButtons({
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

type Format = 'bold' | 'italic' | 'strike' | 'code' | 'quote' | 'list' | 'link' | 'spoiler'

/** Markdown around the selection, or around the words of `sample` when nothing is selected. */
function formatText(format: Format, value: string, start: number, end: number, sample: string): TextEdit {
  const chosen = value.slice(start, end)
  const mark = marks[format]
  if (mark !== undefined && !(format === 'code' && chosen.includes('\n'))) {
    return wrap(value, start, end, mark, sample)
  }
  const text = chosen || sample
  switch (format) {
    case 'link': {
      const written = `[${text}](https://)`
      // The address is left to type.
      return { start, end, text: written, select: [text.length + 3, written.length - 1] }
    }
    case 'list':
      return ofLines(value, start, end, sample, (line) => `* ${line}`)
    case 'code':
      return block(value, start, end, '```\n', text, '\n```\n')
    case 'quote':
      return block(value, start, end, '```quote\n', text, '\n```\n')
    default:
      return block(value, start, end, '```spoiler\n', text, '\n```\n')
  }
}

/** A second time takes the marks away. */
function wrap(value: string, start: number, end: number, mark: string, sample: string): TextEdit {
  const chosen = value.slice(start, end)
  const [before, after] = [value.slice(0, start), value.slice(end)]
  const isSingle = mark.length === 1
  const isMarked =
    before.endsWith(mark) && after.startsWith(mark) && !(isSingle && before.endsWith(mark + mark))
  if (isMarked) {
    const wide = { start: start - mark.length, end: end + mark.length }
    return { ...wide, text: chosen, select: [0, chosen.length] }
  }
  const text = chosen || sample
  return {
    start,
    end,
    text: `${mark}${text}${mark}`,
    select: [mark.length, mark.length + text.length],
  }
}

function ofLines(
  value: string,
  start: number,
  end: number,
  sample: string,
  change: (line: string) => string,
): TextEdit {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const lines = value.slice(from, end) || sample
  return { start: from, end, text: lines.split('\n').map(change).join('\n') }
}

function block(
  value: string,
  start: number,
  end: number,
  open: string,
  text: string,
  close: string,
): TextEdit {
  const gap = start === 0 || value[start - 1] === '\n' ? '' : '\n'
  const lead = gap.length + open.length
  return { start, end, text: `${gap}${open}${text}${close}`, select: [lead, lead + text.length] }
}

interface FormatRowProps {
  area: RefObject<HTMLTextAreaElement | null>
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  /** At its end. */
  children?: ReactNode
}

/** The tools for the text of a message, in one row. */
export function FormatRow({ area, isPreview, onPreview, children }: FormatRowProps) {
  return (
    <div className={styles.row}>
      <div ref={listKeys} className={styles.tools} role="toolbar" aria-label={t.compose.tools}>
        <FormatButtons area={area} disabled={isPreview} />
        <span className={styles.line} />
        <IconButton label={t.compose.preview} pressed={isPreview} onClick={() => onPreview(!isPreview)}>
          <Eye />
        </IconButton>
      </div>
      {children}
    </div>
  )
}
