import type { RefObject } from 'react'
import { useCommand } from '../shortcuts/commands.ts'

/** The keys that go through messages elsewhere go through the rows here. */
export function useRowKeys(page: RefObject<HTMLElement | null>): void {
  const focusRow = (next: (at: number, count: number) => number) => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[next(at, rows.length)]?.focus()
  }
  useCommand('nextMessage', () => focusRow((at, count) => Math.min(at + 1, count - 1)))
  useCommand('previousMessage', () => focusRow((at) => Math.max(at - 1, 0)))
  useCommand('firstMessage', () => focusRow(() => 0))
  useCommand('lastMessage', () => focusRow((_, count) => count - 1))
}
