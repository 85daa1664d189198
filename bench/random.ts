const VOCABULARY = 60_000

/** The same numbers between 0 and 1 in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(list: readonly T[], chance: number): T => list[Math.floor(chance * list.length)]!

/** Words by rank, the frequent ones short. */
export const vocabulary = makeVocabulary()
/** Characters by rank, for messages in a script without spaces. */
export const characters = Array.from({ length: 2000 }, (_, rank) => String.fromCharCode(0x4e00 + rank * 7))
export const pickWord = zipf(vocabulary)
export const pickCharacter = zipf(characters)

function makeVocabulary(): string[] {
  const random = createRandom(7)
  const syllables =
    'ba be bi da de do fa fi ka ke ko la le li lo ma me mo na ne no pa po ra re ri ro sa se so ta te to va'.split(
      ' ',
    )
  const words = new Set<string>()
  while (words.size < VOCABULARY) {
    const length = 1 + Math.floor(random() * 4) + (words.size > 200 ? 1 : 0)
    words.add(Array.from({ length }, () => pick(syllables, random())).join(''))
  }
  return [...words]
}

/** From a number between 0 and 1 to a word: its frequency falls with its rank, as in any language. */
function zipf(list: readonly string[]): (chance: number) => string {
  const sums = new Float64Array(list.length)
  let total = 0
  for (let rank = 0; rank < list.length; rank += 1) {
    total += 1 / (rank + 2)
    sums[rank] = total
  }
  return (chance) => {
    let [low, high] = [0, list.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < chance * total) low = middle + 1
      else high = middle
    }
    return list[low]!
  }
}
