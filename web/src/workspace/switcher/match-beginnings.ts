import { folded, matchesWords } from '../../chat/completion/match-words.ts'

/**
 * How well a text fits what was typed; the smaller the better, undefined: not at all. 0: it begins like that; 1: each
 * typed word begins one of its words; 2: the letters are beginnings of its words in their order ("gelu": general lunch).
 */
export function matchBeginnings(text: string, query: string): 0 | 1 | 2 | undefined {
  const wanted = folded(query.trim())
  const given = folded(text)
  if (given.startsWith(wanted)) return 0
  if (matchesWords(given, wanted)) return 1
  const words = given.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return isMadeOfBeginnings(wanted.replace(/\s+/g, ''), words, 0) ? 2 : undefined
}

function isMadeOfBeginnings(letters: string, words: readonly string[], from: number): boolean {
  if (letters === '') return true
  for (let at = from; at < words.length; at += 1) {
    const word = words[at]!
    let length = 0
    while (length < letters.length && word[length] === letters[length]) length += 1
    for (; length > 0; length -= 1) {
      if (isMadeOfBeginnings(letters.slice(length), words, at + 1)) return true
    }
  }
  return false
}
