/**
 * Who is in which stream, by arithmetic, so that the load generator needs no list. The organization has
 * divisions of 500 people. Each has streams of three sizes, and there is one stream for everybody. A person is in
 * 20 of them. Steps of whole divisions keep the audience of a post the same, whatever the number of people.
 */
export const DIVISION = 500

interface Tier {
  name: string
  /** people in a stream of it */
  size: number
  /** how many of them a person is in */
  each: number
  /** of all posts and visits */
  share: number
}

const tiers: readonly Tier[] = [
  { name: 'department', size: 250, each: 4, share: 0.12 },
  { name: 'project', size: 62.5, each: 7, share: 0.4 },
  { name: 'team', size: 12.5, each: 8, share: 0.479 },
]
const EVERYBODY = 'everybody'
const SHARE_OF_EVERYBODY = 0.001

/** How many people receive a post on average, by the number of people. */
export const averageAudience = (people: number) =>
  tiers.reduce((sum, { size, share }) => sum + size * share, people * SHARE_OF_EVERYBODY)

export function streamNames(people: number): string[] {
  const names = [EVERYBODY]
  for (let division = 0; division < people / DIVISION; division += 1) {
    for (const tier of tiers) {
      for (let turn = 0; turn < tier.each; turn += 1) {
        for (let group = 0; group < DIVISION / tier.size; group += 1)
          names.push(nameOf(division, tier, turn, group))
      }
    }
  }
  return names
}

export function membershipsOf(person: number): string[] {
  return [
    EVERYBODY,
    ...tiers.flatMap((tier) => Array.from({ length: tier.each }, (_, turn) => streamOf(person, tier, turn))),
  ]
}

/** One of the person's streams, by a number between 0 and 1: the larger the stream, the more goes on in it. */
export function pickStream(person: number, chance: number): string {
  let rest = chance - SHARE_OF_EVERYBODY
  if (rest < 0) return EVERYBODY
  for (const tier of tiers) {
    if (rest < tier.share) return streamOf(person, tier, Math.floor((rest / tier.share) * tier.each))
    rest -= tier.share
  }
  return streamOf(person, tiers.at(-1)!, 0)
}

/** Coprime to the size of a division: each turn mixes its people anew. */
const strides = [1, 7, 11, 13, 17, 19, 23, 29]

function streamOf(person: number, tier: Tier, turn: number): string {
  const division = Math.floor(person / DIVISION)
  const place = ((person % DIVISION) * strides[turn]! + turn * 37) % DIVISION
  return nameOf(division, tier, turn, Math.floor(place / tier.size))
}

const nameOf = (division: number, tier: Tier, turn: number, group: number) =>
  `${tier.name}-${division}-${turn}-${group}`
