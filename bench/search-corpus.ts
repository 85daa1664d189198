import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import { addStreamWith, fill } from './fill.ts'

const VOCABULARY = 60_000

/** By rank: how often a word comes falls with its rank, as in any language. */
export const vocabulary = makeVocabulary()
/** Each in a twentieth of all messages, and never in the same. */
export const strangers = ['oneside', 'otherside'] as const
/** Characters by rank, for messages in a script without spaces. */
export const characters = Array.from({ length: 2000 }, (_, rank) => String.fromCharCode(0x4e00 + rank * 7))

/** Messages with words as people use them; a thousandth of them in the stream `quiet`. */
export async function fillCorpus(chat: Chat, demo: DemoOrganization, count: number): Promise<void> {
  await addStreamWith(chat, demo, 'quiet', [])
  const random = createRandom(42)
  const pickWord = zipf(VOCABULARY)
  const pickCharacter = zipf(characters.length)
  const write = () => {
    if (random() < 0.03) {
      const row = Array.from({ length: 5 + random() * 20 }, () => characters[pickCharacter(random())])
      return row.join('')
    }
    const words = Array.from({ length: 3 + random() * 20 }, () => vocabulary[pickWord(random())]!)
    const chance = random()
    if (chance < 0.05) words.push(strangers[0])
    else if (chance < 0.1) words.push(strangers[1])
    return words.join(' ')
  }
  await fill(chat, demo, count, {
    streams: ['general', 'test', 'quiet'],
    place: (index) => (index % 1000 === 0 ? 2 : index % 2),
    senders: Object.values(demo.people),
    write,
  })
}

function makeVocabulary(): string[] {
  const random = createRandom(7)
  const syllables =
    'ba be bi da de do fa fi ka ke ko la le li lo ma me mo na ne no pa po ra re ri ro sa se so ta te to va'.split(
      ' ',
    )
  const words = new Set<string>()
  while (words.size < VOCABULARY) {
    // The frequent ones are short.
    const length = 1 + Math.floor(random() * 4) + (words.size > 200 ? 1 : 0)
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(''))
  }
  return [...words]
}

/** From a number between 0 and 1 to a rank. */
function zipf(count: number): (chance: number) => number {
  const sums = new Float64Array(count)
  let total = 0
  for (let rank = 0; rank < count; rank += 1) {
    total += 1 / (rank + 2)
    sums[rank] = total
  }
  return (chance) => {
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < chance * total) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The same numbers in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
