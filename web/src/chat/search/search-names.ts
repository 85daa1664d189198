/** How streams and people are called in a search. Plain lists, so that searches can be read without the app. */
export interface SearchNames {
  streams: readonly { id: number; name: string }[]
  people: readonly { id: number; name: string; email: string }[]
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** At the beginning of any of its words. */
export const begins = (text: string, query: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s\-_.]+/)
    .concat(text.toLowerCase())
    .some((word) => word.startsWith(query.toLowerCase()))

/** By name, or by the beginning of a word of it that only one stream has. */
export function streamIdOf({ streams }: SearchNames, name: string): number | undefined {
  const exact = streams.find((stream) => same(stream.name, name))
  return (exact ?? only(streams.filter((stream) => begins(stream.name, name))))?.id
}

export function streamNameOf({ streams }: SearchNames, id: number): string | undefined {
  return streams.find((stream) => stream.id === id)?.name
}

/** By address or name, or by the beginning of a word of the name, if only one person has it. */
export function personOf({ people }: SearchNames, named: string): SearchNames['people'][number] | undefined {
  const byEmail = people.find(({ email }) => same(email, named))
  if (byEmail) return byEmail
  const byName = people.filter(({ name }) => same(name, named))
  return only(byName.length > 0 ? byName : people.filter(({ name }) => begins(name, named)))
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

export function emailOf({ people }: SearchNames, id: number): string | undefined {
  return people.find((person) => person.id === id)?.email
}
