/** A change of a text: what stands from start to end becomes another text, of which a part is selected afterwards. */
export interface TextEdit {
  start: number
  end: number
  text: string
  /** within the new text; without: behind it */
  select?: readonly [start: number, end: number]
}

/** As if a person had typed it, so that undo takes it back and whoever listens hears of it. */
export function applyEdit(area: HTMLTextAreaElement, { start, end, text, select }: TextEdit): void {
  area.focus()
  area.setSelectionRange(start, end)
  // The only way that undo knows of; browsers keep it for that. It acts on whatever has the focus.
  const command = text === '' ? 'delete' : 'insertText'
  const done = document.activeElement === area && document.execCommand(command, false, text)
  if (!done) {
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (select) area.setSelectionRange(start + select[0], start + select[1])
}

/** Several lines stand by themselves; words have a space before them. */
export function insertion(value: string, start: number, end: number, text: string): TextEdit {
  const before = value.slice(0, start)
  const isBlock = text.includes('\n')
  const gap = isBlock ? /(^|\n)$/.test(before) : /(^|\s)$/.test(before)
  return { start, end, text: `${gap ? '' : isBlock ? '\n' : ' '}${text}` }
}
