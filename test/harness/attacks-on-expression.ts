import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

const LENGTH = 200_000

const always = [' ', '\n', 'a', '0', '"', '<', '-', '\\', '>"', 'a ']

/** Long texts of what the expression is made of: again and again, alone or behind what it begins with. */
export function attacksOn(pattern: string, flags: string): string[] {
  const pieces = [...new Set([...literalsOf(pattern, flags), ...always])]
  const [beginning = ''] = pieces
  return pieces.flatMap((piece) => {
    const long = piece.repeat(LENGTH / piece.length)
    return [`${long}\u0001`, `${beginning}${long}\u0001`]
  })
}

/** The texts that it names: characters in a row, and one of each class. */
function literalsOf(pattern: string, flags: string): string[] {
  const literals: string[] = []
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  visitRegExpAST(parsed, {
    onAlternativeEnter: ({ elements }) => literals.push(...runsOf(elements)),
    onCharacterClassRangeEnter: ({ min }) => literals.push(String.fromCodePoint(min.value)),
  })
  return literals.slice(0, 12)
}

function runsOf(elements: readonly AST.Element[]): string[] {
  const runs = ['']
  for (const element of elements) {
    if (element.type === 'Character') runs[runs.length - 1] += String.fromCodePoint(element.value)
    else runs.push('')
  }
  return runs.filter((run) => run !== '')
}
