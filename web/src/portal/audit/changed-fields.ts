export interface ChangedField {
  /** such as `address › city` */
  name: string
  before: string
  after: string
}

/** Left out: only the time, which the entry already shows. */
const times = new Set(['updated', 'updated_at', 'last_used_at'])

/** Every value that changed. */
export function changedFields(before: object | null, after: object | null): ChangedField[] {
  const old = leavesOf(before)
  const fresh = leavesOf(after)
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((name) => !times.has(name))
    .map((name) => ({ name, before: old.get(name) ?? '', after: fresh.get(name) ?? '' }))
    .filter((field) => field.before !== field.after)
}

function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>()
  function visit(item: unknown, path: readonly string[]) {
    if (Array.isArray(item) && item.every((one) => typeof one !== 'object'))
      leaves.set(path.join(' › '), item.join(', '))
    else if (typeof item === 'object' && item !== null)
      for (const [name, inner] of Object.entries(item)) visit(inner, [...path, name])
    else leaves.set(path.join(' › '), item === null || item === undefined ? '' : String(item))
  }
  visit(value ?? {}, [])
  return leaves
}
