/** The server and the model disagree. */
export class ModelMismatch extends Error {
  constructor(who: string, question: string, expected: unknown, got: unknown) {
    super(`${who} asked ${question}\n${describeDifference(expected, got)}`)
  }

  /** What to do with a wrong answer; the command can print it and go on. */
  static report: (mismatch: ModelMismatch) => void = (mismatch) => {
    throw mismatch
  }

  static check(who: string, question: string, expected: unknown, got: unknown): void {
    if (describePath(expected, got) === undefined) return
    ModelMismatch.report(new ModelMismatch(who, question, expected, got))
  }
}

const LONGEST = 600

/** The first place where two values differ, and for lists of ids what is missing and what is too much. */
function describeDifference(expected: unknown, got: unknown): string {
  const found = describePath(expected, got)
  return found ?? `expected ${short(expected)}\ngot      ${short(got)}`
}

function describePath(expected: unknown, got: unknown, path = ''): string | undefined {
  if (Array.isArray(expected) && Array.isArray(got)) return describeLists(expected, got, path)
  if (isObject(expected) && isObject(got)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const found = describePath(expected[name], got[name], `${path}.${name}`)
      if (found) return found
    }
    return undefined
  }
  if (Object.is(expected, got)) return undefined
  return `at ${path || 'the answer'}: expected ${short(expected)}\ngot ${short(got)}`
}

function describeLists(expected: unknown[], got: unknown[], path: string): string | undefined {
  const keys = (list: unknown[]) =>
    list.map((one) => (isObject(one) && 'id' in one ? String(one.id) : JSON.stringify(one)))
  const wanted = keys(expected)
  const found = keys(got)
  if (wanted.join() === found.join()) {
    for (const [index, one] of expected.entries()) {
      const difference = describePath(one, got[index], `${path}[${wanted[index]!.slice(0, 40)}]`)
      if (difference) return difference
    }
    return undefined
  }
  const wantedSet = new Set(wanted)
  const foundSet = new Set(found)
  const missing = wanted.filter((one) => !foundSet.has(one))
  const extra = found.filter((one) => !wantedSet.has(one))
  const order = missing.length + extra.length === 0 ? ', in another order' : ''
  const counts = `expected ${wanted.length}, got ${found.length}${order}`
  return `at ${path || 'the answer'}: ${counts}\nmissing ${ranges(missing)}\nextra   ${ranges(extra)}`
}

/** Long runs of ids are shown by their ends. */
function ranges(keys: readonly string[]): string {
  if (keys.length === 0) return 'none'
  const text =
    keys.length > 12 ? `${keys.slice(0, 6).join(' ')} ... ${keys.slice(-4).join(' ')}` : keys.join(' ')
  return `${keys.length}: ${text.slice(0, LONGEST)}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, LONGEST)
