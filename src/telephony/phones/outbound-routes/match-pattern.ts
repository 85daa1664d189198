/** What stands for one digit. */
const digitsOf: Readonly<Record<string, string>> = { X: '0123456789', Z: '123456789', N: '23456789' }

const MAX_LENGTH = 60

/**
 * Whether a number fits a pattern such as `+49.`, `+1202XXXXXXX`, `+33[67].` or `311`. X is any digit, Z 1 to 9, N 2 to 9,
 * [13-5] one of these, and a dot at the end any digits that follow, at least one.
 */
export function matchesPattern(pattern: string, number: string): boolean {
  const parts = readPattern(pattern)
  if (!parts) return false
  const { places, isOpen } = parts
  if (isOpen ? number.length <= places.length : number.length !== places.length) return false
  return places.every((place, index) => place.includes(number[index]!))
}

/** The characters that are possible at each place; undefined: it is no pattern. */
export function readPattern(pattern: string): { places: readonly string[]; isOpen: boolean } | undefined {
  if (pattern.length > MAX_LENGTH) return undefined
  const places: string[] = []
  let rest = pattern
  if (rest.startsWith('+')) {
    places.push('+')
    rest = rest.slice(1)
  }
  while (rest !== '') {
    const [first = ''] = rest
    if (rest === '.') return places.length > 0 ? { places, isOpen: true } : undefined
    if (first === '[') {
      const end = rest.indexOf(']')
      const set = end < 0 ? undefined : readSet(rest.slice(1, end))
      if (set === undefined) return undefined
      places.push(set)
      rest = rest.slice(end + 1)
    } else {
      const set = digitsOf[first] ?? (isDigit(first) ? first : undefined)
      if (set === undefined) return undefined
      places.push(set)
      rest = rest.slice(1)
    }
  }
  return places.length > (pattern.startsWith('+') ? 1 : 0) ? { places, isOpen: false } : undefined
}

const isDigit = (text: string) => /^\d$/.test(text)

/** `13-5`: 1, 3, 4 and 5. */
function readSet(text: string): string | undefined {
  let set = ''
  for (let index = 0; index < text.length; index += 1) {
    const [from = '', between, to = ''] = text.slice(index)
    if (!isDigit(from)) return undefined
    if (between !== '-') {
      set += from
      continue
    }
    if (!isDigit(to) || to < from) return undefined
    for (let digit = Number(from); digit <= Number(to); digit += 1) set += digit
    index += 2
  }
  return set === '' ? undefined : set
}
