const out = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'])
const back = new Set(['start', 'yes', 'unstop'])

/** What a whole message, in any case, says about further texts. Words within a message mean nothing. */
export function readOptKeyword(text: string): 'out' | 'in' | undefined {
  const word = text.trim().toLowerCase()
  if (out.has(word)) return 'out'
  return back.has(word) ? 'in' : undefined
}
