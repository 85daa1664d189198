/**
 * The same text for all spellings of a distinguished name (RFC 4514), which directories and people write differently: case,
 * spaces around separators, and escapes. Not for sending: only for comparisons.
 */
export function normalizeDn(dn: string): string {
  const names: string[] = []
  let part = ''
  let type: string | undefined
  // Spaces at the end do not count, unless they are escaped.
  let length = 0
  const addPart = () => {
    if (part === '' && type === undefined) return
    names.push(`${(type ?? '').trim()}=${part.slice(0, length).replaceAll(/ +/g, ' ')}`)
    part = ''
    type = undefined
    length = 0
  }
  for (let at = 0; at < dn.length; at += 1) {
    const char = dn[at]!
    if (char === '\\') {
      const bytes = readEscapedBytes(dn, at)
      part += bytes.length > 0 ? bytes.toString('utf8') : (dn[at + 1] ?? '')
      at += bytes.length > 0 ? bytes.length * 3 - 1 : 1
      length = part.length
    } else if (char === ',' || char === ';' || char === '+') {
      addPart()
      if (char === '+') names.push('+')
    } else if (char === '=' && type === undefined) {
      type = part
      part = ''
      length = 0
    } else if (char !== ' ' || part !== '') {
      part += char
      if (char !== ' ') length = part.length
    }
  }
  addPart()
  return names.join('\n').toLowerCase()
}

/** The bytes of `\C3\A9` and the like, from `start` on. */
function readEscapedBytes(dn: string, start: number): Buffer {
  let digits = ''
  for (let at = start; dn[at] === '\\' && /^[0-9a-f]{2}$/i.test(dn.slice(at + 1, at + 3)); at += 3) {
    digits += dn.slice(at + 1, at + 3)
  }
  return Buffer.from(digits, 'hex')
}
