import { join } from 'node:path'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { attacksOn } from './harness/attacks-on-expression.ts'
import { type FoundExpression, findRegularExpressions, root } from './harness/find-regular-expressions.ts'

const { written, built } = findRegularExpressions()

/** Of patterns that our own schemas write out: they are checked where they are written. */
const builtWithinFunctions = ['src/chat/http/check-value.ts']

const put = await noteBuilding([...new Set(built.map(({ path }) => path))])
const expressions = [
  ...new Map([...written, ...put].map((one) => [`/${one.pattern}/${one.flags}`, one])).values(),
]

/**
 * One text of a stranger must not stop the server for everybody. What strangers write themselves, such as the
 * patterns of linkifiers, is run by RE2, whose time never grows faster than the text.
 */
describe('regular expressions', () => {
  it('the check finds the expressions of every source file', () => {
    expect(written.length).toBeGreaterThan(250)
    expect(put.length).toBeGreaterThan(8)
  })

  it('are built when a module is loaded, so that nothing a client sends becomes part of one', () => {
    expect(built.filter(({ inFunction }) => inFunction).map(({ path }) => path)).toEqual(builtWithinFunctions)
  })

  it.each(expressions)('take time in proportion to the text: /$pattern/$flags in $path', (expression) => {
    expect(analyse(parse(expression)).reports.map(({ type }) => type)).toEqual([])
  })

  // By the clock of the test runner alone: a text of this length takes milliseconds, or else minutes.
  it.each(expressions)('are not held up by long texts: /$pattern/$flags in $path', ({ pattern, flags }) => {
    // Code that uses a sticky expression tries it at one place after the other.
    const everywhere = new RegExp(pattern, flags.replace('y', 'g'))
    for (const text of attacksOn(pattern, flags)) text.replace(everywhere, '')
  })
})

function parse({ pattern, flags }: FoundExpression) {
  const parser = new RegExpParser()
  const parsedFlags = parser.parseFlags(flags)
  const { unicode, unicodeSets } = parsedFlags
  return {
    pattern: parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets }),
    flags: parsedFlags,
  }
}

/** Loads the modules, and notes what they put together. */
async function noteBuilding(paths: readonly string[]): Promise<FoundExpression[]> {
  const found: FoundExpression[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags = '']) {
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const path = paths.find((one) => caller.includes(join(root, one)))
      if (path) found.push({ path, pattern: String(pattern), flags })
      return new target(pattern, flags)
    },
  })
  try {
    // Perhaps another test of this process has loaded the module already: this is one more of it.
    for (const path of paths) await import(`${join(root, path)}?again`)
  } finally {
    globalThis.RegExp = original
  }
  return found
}
