/** The changes, by JSON pointer: `/address/city`. */
export type Changes = Readonly<Record<string, unknown>>

/** The body of a PATCH that changes just these fields. */
export function patchOf(changes: Changes): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const [pointer, value] of Object.entries(changes)) {
    const names = namesIn(pointer)
    const last = names.pop()!
    let place = patch
    for (const name of names) {
      place[name] ??= {}
      place = place[name] as Record<string, unknown>
    }
    place[last] = value
  }
  return patch
}

export function valueAt(object: unknown, pointer: string): unknown {
  return namesIn(pointer).reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    object,
  )
}

const namesIn = (pointer: string) => pointer.split('/').slice(1)
