import type { OutboundCallerId } from './extension.ts'

/** `"Name" <number>`, with or without quotes. Whatever else is written is taken for a number. */
export function readCallerId(value: string): OutboundCallerId {
  const text = value.trim()
  const open = text.indexOf('<')
  const number = text.slice(open + 1, -1)
  const name = withoutQuotes(text.slice(0, Math.max(open, 0)).trim())
  const isBoth = open >= 0 && text.endsWith('>') && !number.includes('>') && !name.includes('"')
  return isBoth ? { name, number, value } : { name: '', number: value, value }
}

const withoutQuotes = (text: string) =>
  text.slice(text.startsWith('"') ? 1 : 0, text.length > 1 && text.endsWith('"') ? -1 : undefined)
