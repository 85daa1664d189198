/** A change of a text: replaces the part from start to end, and selects a part of the result. */
export interface TextEdit {
  start: number
  end: number
  text: string
  /** within the new text; without: behind it */
  select?: readonly [start: number, end: number]
}

/** As if the user had typed it, so that undo works and listeners get the input event. */
export function applyEdit(area: HTMLTextAreaElement, { start, end, text, select }: TextEdit): void {
  area.focus()
  area.setSelectionRange(start, end)
  // Deprecated, but the only way that keeps the undo history. It acts on the focused element.
  const command = text === '' ? 'delete' : 'insertText'
  const done = document.activeElement === area && document.execCommand(command, false, text)
  if (!done) {
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (select) area.setSelectionRange(start + select[0], start + select[1])
}

/** At the cursor of the text, or in place of what is selected. */
export function insertText(area: HTMLTextAreaElement | null, text: string): void {
  if (area) applyEdit(area, insertion(area.value, area.selectionStart, area.selectionEnd, text))
}

/** Several lines get lines of their own; words get a space before them. */
function insertion(value: string, start: number, end: number, text: string): TextEdit {
  const before = value.slice(0, start)
  const isBlock = text.includes('\n')
  const gap = isBlock ? /(^|\n)$/.test(before) : /(^|\s)$/.test(before)
  return { start, end, text: `${gap ? '' : isBlock ? '\n' : ' '}${text}` }
}
