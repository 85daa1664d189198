/** How streams and people are called in a search. Plain lists, so that searches can be read without the app. */
export interface SearchNames {
  streams: readonly { id: number; name: string }[]
  people: readonly { id: number; name: string; email: string }[]
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export function streamIdOf({ streams }: SearchNames, name: string): number | undefined {
  return streams.find((stream) => same(stream.name, name))?.id
}

export function streamNameOf({ streams }: SearchNames, id: number): string | undefined {
  return streams.find((stream) => stream.id === id)?.name
}

/** By address, or by a name that only one person has. */
export function personOf({ people }: SearchNames, named: string): SearchNames['people'][number] | undefined {
  const byEmail = people.find(({ email }) => same(email, named))
  if (byEmail) return byEmail
  const byName = people.filter(({ name }) => same(name, named))
  return byName.length === 1 ? byName[0] : undefined
}

export function emailOf({ people }: SearchNames, id: number): string | undefined {
  return people.find((person) => person.id === id)?.email
}
